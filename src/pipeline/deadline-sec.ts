/** Short when the agent sends it now, longer when a person signs it (decision 31). */
export const DEADLINE_SEC = { delegated: 300, manual: 1_800 } as const;
