// TransfersTests
