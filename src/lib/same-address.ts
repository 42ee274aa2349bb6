/** Whether two hex addresses name the same account, in whatever case they are written. */
export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
