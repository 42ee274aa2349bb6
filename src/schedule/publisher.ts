/** A call of one of our own endpoints, which the queue delivers, signed. */
export type QueuedCall = {
  path: string;
  body: unknown;
  /** The same within the queue's memory (ten minutes at QStash) is queued once. */
  deduplicationId: string;
  /** At most so many deliveries of a key are under way at once. */
  flow: { key: string; parallelism: number };
  /** Not before so long from now. */
  delaySec?: number;
};

export type Publisher = {
  /**
   * After an error some may be queued and others not.
   * @throws Error without the calls
   */
  publish(calls: readonly QueuedCall[]): Promise<void>;
};
