/**
 * A running venue. `baseUrl` is what the Worker is given; `url` is the root, where the `/_dev`
 * controls are.
 */
export type VenueServer = { url: string; baseUrl: string; stop(): Promise<void> };
