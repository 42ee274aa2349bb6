/** Nothing runs and nothing is loaded: the one style is allowed by its hash (docs-style.ts). */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'sha256-zfM1WAP8uYsY3qg0b4LJ4T4Ly7HjKVj/7mnE/eLco1Q='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
