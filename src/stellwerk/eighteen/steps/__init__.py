"""The decision points of 18xx games; a title lists them and overrides what it plays differently."""
