/** Pieces of the patterns of a request. */
export const REQUEST_PATTERN = {
  /** ` on <chain>` at its end. */
  on: "(?: on (?:the )?(?<chain>[a-z]+)(?: chain)?)?",
  mine: "(?:(?:all )?(?:my|the|our) )?",
} as const;
