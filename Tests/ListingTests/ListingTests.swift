// ListingTests
