/** English: what turns a request round. The words of its commands are the tools' own. */
export const EN = `
not: not no nope nah never none neither nor don't dont doesn't doesnt didn't didnt won't wont wouldn't wouldnt can't cant cannot couldn't
 shouldn't isn't isnt aren't wasn't without avoid refrain nevermind forget undo opposite reverse contrary except besides instead unfreeze thaw rather stay leave scratch oops wait hold_off jk kidding
asks: should shall what what's whats how why who whom whose which whether explain explains difference mean means meaning translate
 summarize summarise decode wise suppose imagine pretend hypothetically
told: said says say saying told tells asked asks wrote writes written typed types shouted claims claimed according wants quote quoted behalf
 message email article tweet support ignore previous instructions system assistant developer admin he she they him her his example examples test testing draft etc
past: wanted sold bought swapped traded exchanged converted dumped cancelled canceled paused resumed stopped froze frozen skipped staked
 yesterday already ago last was were did had has been used earlier previously
maybe: one_could might may maybe or about around roughly approximately some i'll we'll you'll then perhaps possibly plan planning planned remind someday soon
 thinking wish going will would used probably hope hoping hopes feel dying tempted ideally eventually ought inclined consider considering allowed able glad happy willing
when: when whenever if once unless until till after before while provided assuming case later tomorrow tonight today below above under
 reaches hits drops falls rises dip least most only keep ok approval confirm confirmation permission ready ask first signal
 prepare monday tuesday wednesday thursday friday saturday sunday week month midnight noon morning evening pm am
`;
