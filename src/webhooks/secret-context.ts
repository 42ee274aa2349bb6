/** This operator's endpoint at this URL, and no other. */
export const secretContext = (operator: string, url: string): string => `webhook|${operator.toLowerCase()}|${url}`;
