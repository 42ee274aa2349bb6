/** updateUnitaryValue() answers 1 for a value of 0 or less (docs/facts/vault-contracts.md 3): no measurement. */
export const NO_VALUE_SENTINEL = 1n;
