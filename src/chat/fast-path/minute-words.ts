/** How a pace names its unit: `every 10 minutes`. */
export const MINUTE_WORDS = ["minutes", "minute", "mins", "min"] as const;
