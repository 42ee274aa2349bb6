import type { KeyLine } from "../kernel/key-line.ts";

const HOUR_SEC = 3_600;

/** Which chat belongs to which operator, and what the channel has delivered. */
export const PAIRING_KEYS = {
  /** STRING, `{chatId, vaults: [{chainId, vault}]}`, the vault paired last at the end. Read when notifications are taken and when a chat commands. */
  pairing: { template: "pairing:{operator}", ttlSec: null },
  /** SET of operators, the way back. It only finds them: what pairs is the operator's own `pairing`, which must name this chat. */
  chatOperators: { template: "chat-operators:{chatId}", ttlSec: null },
  /** STRING, `operator|chainId|vault`: what a chat's words are about. It only chooses among what the pairings hold. */
  chatVault: { template: "chat-vault:{chatId}", ttlSec: null },
  /** STRING, `operator|chainId|vault|expiresAtMs` of a pairing code, by its SHA-256. Gone once used or replaced. */
  pairingCode: { template: "pairing-code:{codeHash}", ttlSec: HOUR_SEC },
  /** STRING, SHA-256 of the one code of this operator that can be used. */
  pairingCodeOf: { template: "pairing-code-of:{operator}", ttlSec: HOUR_SEC },
  /** LIST of ms of a chat's last wrong codes, newest first, at most 5. */
  pairingTries: { template: "pairing-tries:{chatId}", ttlSec: 2 * HOUR_SEC },
  /** STRING, ms when this update of the messaging channel was claimed. Holds for an hour. */
  telegramUpdate: { template: "telegram-update:{updateId}", ttlSec: 2 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
