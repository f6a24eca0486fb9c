// Listing
