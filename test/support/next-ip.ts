let last = 0;

/**
 * An address from which nobody has called yet: a stack's test calls are many, and free routes count
 * them per address.
 */
export function nextIp(): string {
  last += 1;
  return `10.${(last >> 16) & 255}.${(last >> 8) & 255}.${last & 255}`;
}
