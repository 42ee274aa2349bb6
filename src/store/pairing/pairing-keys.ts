import type { KeyLine } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const PAIRING_KEYS = {
  /** STRING, ids of the channels in which the operator is paired, a comma between two: with none there is no key. */
  channels: { template: "channels:{operator}", ttlSec: null },
  /**
   * STRING, `{chatId, vaults: [{chainId, vault}], wordAtMs}`, the vault paired last at the end, and when somebody last wrote in the chat.
   * Read when notifications are taken and when a chat commands.
   */
  pairing: { template: "pairing:{channel}:{operator}", ttlSec: null },
  /** SET of operators, the way back. It only finds them: what pairs is the operator's own `pairing`, which must name this chat. */
  chatOperators: { template: "chat-operators:{channel}:{chatId}", ttlSec: null },
  /** STRING, `operator|chainId|vault`: what a chat's words are about. It only chooses among what the pairings hold. */
  chatVault: { template: "chat-vault:{channel}:{chatId}", ttlSec: null },
  /** STRING, `operator|chainId|vault|expiresAtMs` of a pairing code, by its SHA-256. Gone once used or replaced. */
  pairingCode: { template: "pairing-code:{channel}:{codeHash}", ttlSec: HOUR_SEC },
  /** STRING, SHA-256 of the one code of this operator that can be used. */
  pairingCodeOf: { template: "pairing-code-of:{channel}:{operator}", ttlSec: HOUR_SEC },
  /** LIST of ms of a chat's last wrong codes, newest first, at most 5. */
  pairingTries: { template: "pairing-tries:{channel}:{chatId}", ttlSec: 2 * HOUR_SEC },
  /** STRING, ms when this update of a channel was claimed. Holds for an hour. */
  channelUpdate: { template: "channel-update:{channel}:{updateId}", ttlSec: 2 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
