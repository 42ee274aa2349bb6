export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
