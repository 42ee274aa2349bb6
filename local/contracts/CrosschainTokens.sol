// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

/// The tokens that vaults may bridge: one of a kind for the same on another chain. Copied by program from the token table.
library CrosschainTokens {
    error UnsupportedCrossChainToken();
    error WrongDestinationToken();

    enum Kind {
        None,
        USDC,
        USDT,
        WETH,
        WBTC
    }

    address private constant BSC_USDC = 0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d;
    address private constant BSC_USDT = 0x55d398326f99059fF775485246999027B3197955;

    function requirePair(address inputToken, address outputToken) internal pure {
        Kind kind = kindOf(inputToken);
        if (kind == Kind.None) revert UnsupportedCrossChainToken();
        if (kindOf(outputToken) != kind) revert WrongDestinationToken();
    }

    /// USDC and USDT have 18 decimals on BSC and 6 elsewhere.
    function rescaled(address from, address to, uint256 amount) internal pure returns (uint256) {
        if (from == BSC_USDC || from == BSC_USDT) return amount / 1e12;
        if (to == BSC_USDC || to == BSC_USDT) return amount * 1e12;
        return amount;
    }

    function isAllowedHere(address token) internal view returns (bool) {
        return _kindOn(block.chainid, token) != Kind.None;
    }

    function kindOf(address token) internal pure returns (Kind kind) {
        uint16[7] memory chains = [1, 10, 56, 130, 137, 8453, 42161];
        for (uint256 i; i < chains.length && kind == Kind.None; i++) {
            kind = _kindOn(chains[i], token);
        }
    }

    function _kindOn(uint256 chainId, address token) private pure returns (Kind) {
        if (chainId == 1) {
            if (token == 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48) return Kind.USDC;
            if (token == 0xdAC17F958D2ee523a2206206994597C13D831ec7) return Kind.USDT;
            if (token == 0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2) return Kind.WETH;
            if (token == 0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599) return Kind.WBTC;
            return Kind.None;
        }
        if (chainId == 10) {
            if (token == 0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85) return Kind.USDC;
            if (token == 0x94b008aA00579c1307B0EF2c499aD98a8ce58e58) return Kind.USDT;
            if (token == 0x4200000000000000000000000000000000000006) return Kind.WETH;
            if (token == 0x68f180fcCe6836688e9084f035309E29Bf0A2095) return Kind.WBTC;
            return Kind.None;
        }
        if (chainId == 56) {
            if (token == 0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d) return Kind.USDC;
            if (token == 0x55d398326f99059fF775485246999027B3197955) return Kind.USDT;
            if (token == 0x2170Ed0880ac9A755fd29B2688956BD959F933F8) return Kind.WETH;
            return Kind.None;
        }
        if (chainId == 130) {
            if (token == 0x078D782b760474a361dDA0AF3839290b0EF57AD6) return Kind.USDC;
            if (token == 0x4200000000000000000000000000000000000006) return Kind.WETH;
            return Kind.None;
        }
        if (chainId == 137) {
            if (token == 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359) return Kind.USDC;
            if (token == 0xc2132D05D31c914a87C6611C10748AEb04B58e8F) return Kind.USDT;
            if (token == 0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619) return Kind.WETH;
            if (token == 0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6) return Kind.WBTC;
            return Kind.None;
        }
        if (chainId == 8453) {
            if (token == 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913) return Kind.USDC;
            if (token == 0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2) return Kind.USDT;
            if (token == 0x4200000000000000000000000000000000000006) return Kind.WETH;
            return Kind.None;
        }
        if (chainId == 42161) {
            if (token == 0xaf88d065e77c8cC2239327C5EDb3A432268e5831) return Kind.USDC;
            if (token == 0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9) return Kind.USDT;
            if (token == 0x82aF49447D8a07e3bd95BD0d56f35241523fBab1) return Kind.WETH;
            if (token == 0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f) return Kind.WBTC;
            return Kind.None;
        }
        return Kind.None;
    }
}
