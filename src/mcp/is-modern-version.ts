/** Known here or not. Revisions are dates; what is no date belongs to neither generation. */
export const isModernVersion = (version: string | null): version is string =>
  version !== null && /^\d{4}-\d\d-\d\d$/.test(version) && version >= "2026-07-28";
