import { type KeyLine, kept } from "../kernel/kernel-keys.ts";

const HOUR_SEC = 3_600;

export const PAIRING_KEYS = {
  /** STRING, ids of the operator's paired channels, joined by commas. */
  channels: kept("channels:{operator}"),
  /**
   * STRING, `{chatId, vaults: [{chainId, vault}], wordAtMs}`: the latest vault last, and when
   * somebody last wrote in the chat.
   */
  pairing: kept("pairing:{channel}:{operator}"),
  /** SET of operators. It only finds them: their own `pairing` must name this chat. */
  chatOperators: kept("chat-operators:{channel}:{chatId}"),
  /**
   * STRING, `operator|chainId|vault` that the chat's words are about. It only chooses among the
   * pairings' vaults.
   */
  chatVault: kept("chat-vault:{channel}:{chatId}"),
  /**
   * STRING, `operator|chainId|vault|expiresAtMs` of a code by its SHA-256. Gone once used or
   * replaced.
   */
  pairingCode: { template: "pairing-code:{channel}:{codeHash}", ttlSec: HOUR_SEC },
  /** STRING, SHA-256 of the operator's one valid code. */
  pairingCodeOf: { template: "pairing-code-of:{channel}:{operator}", ttlSec: HOUR_SEC },
  /** LIST of ms of a chat's last wrong codes, newest first, at most 5. */
  pairingTries: { template: "pairing-tries:{channel}:{chatId}", ttlSec: 2 * HOUR_SEC },
  /** STRING, ms when this update was claimed. Holds for an hour. */
  channelUpdate: { template: "channel-update:{channel}:{updateId}", ttlSec: 2 * HOUR_SEC },
} as const satisfies Record<string, KeyLine>;
