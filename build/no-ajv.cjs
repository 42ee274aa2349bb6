// Stands in for ajv and ajv-formats in the upload (wrangler.toml): the MCP SDK imports them to check answers of clients
// to questions that this service never asks. 42 kB gzipped, and code made from strings, which Workers forbid.
module.exports = class NoAjv {};
