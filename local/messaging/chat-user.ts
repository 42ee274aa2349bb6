import * as z from "zod";
import { buttonsOf } from "./buttons-of.ts";

const delivery = z.object({ updateId: z.number(), status: z.number(), body: z.string() });
const sinkMessages = z.object({
  messages: z.array(
    z.object({
      chatId: z.string(),
      messageId: z.number(),
      text: z.string(),
      replyMarkup: z.unknown(),
      isDeleted: z.boolean(),
    }),
  ),
});
export type SinkMessageView = z.infer<typeof sinkMessages>["messages"][number];
export type UpdateAnswer = z.infer<typeof delivery>;
export type ChatUser = ReturnType<typeof createChatUser>;

/**
 * A person in the private chat with the bot: words and button presses go to the webhook as Telegram
 * delivers them.
 */
export function createChatUser({
  sinkUrl,
  userId,
  nowMs,
}: {
  sinkUrl: string;
  userId: number;
  nowMs(): number;
}) {
  const chat = { id: userId, type: "private", first_name: "Olga" };
  const from = { id: userId, is_bot: false, first_name: "Olga" };
  let lastMessageId = 0;
  const deliver = async (update: object): Promise<UpdateAnswer> => {
    const answer = await fetch(`${sinkUrl}/_dev/update`, {
      method: "POST",
      body: JSON.stringify({ update }),
    });
    if (!answer.ok)
      throw new Error(`the sink delivered nothing: ${answer.status} ${await answer.text()}`);
    return delivery.parse(await answer.json());
  };
  const messages = async (): Promise<SinkMessageView[]> =>
    sinkMessages.parse(await (await fetch(`${sinkUrl}/_dev/messages?chat=${userId}`)).json())
      .messages;
  return {
    chatId: String(userId),
    deliver,
    /** The bot's messages to this chat, oldest first. */
    messages,
    /** `more`: fields of the message, say a forward's origin. */
    say: (text: string, more: object = {}): Promise<UpdateAnswer> => {
      lastMessageId += 1;
      const date = Math.floor(nowMs() / 1_000);
      return deliver({
        message: { message_id: 1_000_000 + lastMessageId, from, chat, date, text, ...more },
      });
    },
    /**
     * Presses the newest button whose name has this word; `by` is another user's id.
     * @throws Error when there is none
     */
    tap: async (name: string, by: number = userId): Promise<UpdateAnswer> => {
      const pressed = (await messages())
        .flatMap(({ messageId, replyMarkup }) =>
          buttonsOf(replyMarkup).map((button) => ({ messageId, ...button })),
        )
        .findLast(({ text, callback_data: data = "" }) =>
          `${text} ${data}`.toLowerCase().includes(name.toLowerCase()),
        );
      if (pressed?.callback_data === undefined)
        throw new Error(`there is no button "${name}" in this chat`);
      return deliver({
        callback_query: {
          id: `${Date.now()}${Math.floor(Math.random() * 1e6)}`,
          from: { ...from, id: by },
          message: { message_id: pressed.messageId, chat },
          data: pressed.callback_data,
        },
      });
    },
  };
}
