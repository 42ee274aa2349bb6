/** Across's handler of messages, at this address on most chains; a chain that has another names its own. */
export const ACROSS_MULTICALL_HANDLER = "0x924a9f036260DdD5808007E1AA95f08eD08aA569";
