import { VENUE_IDS } from "../../../schemas/venue-ids.ts";

// As a new id in the list would be: before anything of the service reads it.
(VENUE_IDS as unknown as string[]).push("planted");
