// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {PriceFeed} from "./PriceFeed.sol";
import {VaultBase} from "./VaultBase.sol";
import {VaultStorage} from "./VaultStorage.sol";

interface IKyc {
    function isWhitelistedUser(address user) external view returns (bool);
}

/// Buying into a vault and leaving it. The refusals come in the order of the real vault's.
abstract contract VaultHolders is VaultBase {
    error PoolAmountSmallerThanMinimum(uint16 minimumOrderDivisor);
    error PoolBurnNotEnough();
    error PoolBurnNullAmount();
    error PoolBurnOutputAmount();
    error PoolCallerNotWhitelisted();
    error PoolMinimumPeriodNotEnough();
    error PoolMintAmountIn();
    error PoolMintInvalidRecipient();
    error PoolMintOutputAmount();
    error PoolMintTokenNotActive();
    error PoolTokenNotActive();
    error BaseTokenBalance();
    error InvalidOperator();
    error NativeCurrencyNotAccepted();

    event OperatorSet(address indexed holder, address indexed operator, bool approved);

    uint16 private constant MINIMUM_ORDER_DIVISOR = 1000;
    uint256 private constant BASIS = 10_000;

    function mint(address recipient, uint256 amountIn, uint256 amountOutMin)
        external
        payable
        onlyDelegateCall
        returns (uint256)
    {
        return _mint(recipient, amountIn, amountOutMin, VaultStorage.pool().baseToken);
    }

    /// The owner has accepted the token for this; it counts from now on.
    function mintWithToken(address recipient, uint256 amountIn, uint256 amountOutMin, address tokenIn)
        external
        payable
        onlyDelegateCall
        returns (uint256)
    {
        if (VaultStorage.acceptedTokens().position[tokenIn] == 0) revert PoolMintTokenNotActive();
        VaultStorage.activate(tokenIn);
        return _mint(recipient, amountIn, amountOutMin, tokenIn);
    }

    function burn(uint256 amountIn, uint256 amountOutMin) external onlyDelegateCall returns (uint256) {
        return _burn(amountIn, amountOutMin, VaultStorage.pool().baseToken);
    }

    function burnForToken(uint256 amountIn, uint256 amountOutMin, address tokenOut)
        external
        onlyDelegateCall
        returns (uint256)
    {
        if (VaultStorage.activeTokens().position[tokenOut] == 0) revert PoolTokenNotActive();
        return _burn(amountIn, amountOutMin, tokenOut);
    }

    function setOperator(address operator, bool approved) external onlyDelegateCall returns (bool) {
        VaultStorage.holders().isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    function _mint(address recipient, uint256 amountIn, uint256 amountOutMin, address tokenIn)
        private
        returns (uint256 minted)
    {
        if (recipient == address(0)) revert PoolMintInvalidRecipient();
        if (recipient != msg.sender && !_isOperator(recipient, msg.sender)) revert InvalidOperator();
        uint256 price = _updateBeforeMint();
        address kycProvider = VaultStorage.params().kycProvider;
        if (kycProvider != address(0) && !IKyc(kycProvider).isWhitelistedUser(recipient)) {
            revert PoolCallerNotWhitelisted();
        }
        if (amountIn < _par() / MINIMUM_ORDER_DIVISOR) revert PoolAmountSmallerThanMinimum(MINIMUM_ORDER_DIVISOR);
        if (tokenIn == address(0)) {
            if (msg.value != amountIn) revert PoolMintAmountIn();
        } else {
            if (msg.value != 0) revert NativeCurrencyNotAccepted();
            _pull(tokenIn, amountIn);
        }
        uint256 toJar = amountIn * VaultStorage.params().spread / BASIS;
        _push(tokenIn, tokenJar, toJar);
        minted = _convert(tokenIn, amountIn - toJar, VaultStorage.pool().baseToken) * _par() / price;
        VaultStorage.tokens().totalSupply += minted;
        uint48 activation = uint48(block.timestamp) + VaultStorage.params().minPeriod;
        uint256 fee = _feeOf(minted, recipient);
        if (fee != 0) _credit(address(0), VaultStorage.params().feeCollector, fee, activation);
        minted -= fee;
        if (minted < amountOutMin) revert PoolMintOutputAmount();
        _credit(address(0), recipient, minted, activation);
    }

    function _burn(uint256 amountIn, uint256 amountOutMin, address tokenOut) private returns (uint256 paid) {
        if (amountIn == 0) revert PoolBurnNullAmount();
        VaultStorage.Account storage account = VaultStorage.holders().accountOf[msg.sender];
        if (account.userBalance < amountIn) revert PoolBurnNotEnough();
        if (block.timestamp < account.activation) revert PoolMinimumPeriodNotEnough();
        uint256 price = updateUnitaryValue().unitaryValue;
        account.userBalance -= uint208(amountIn);
        uint256 fee = _feeOf(amountIn, msg.sender);
        if (fee != 0) _credit(msg.sender, VaultStorage.params().feeCollector, fee, uint48(block.timestamp) + 1);
        uint256 burned = amountIn - fee;
        VaultStorage.tokens().totalSupply -= burned;
        emit Transfer(msg.sender, address(0), burned);
        uint256 value = burned * price / _par();
        address base = VaultStorage.pool().baseToken;
        if (tokenOut != base) {
            // Only where the base token does not suffice.
            if (value <= _balanceOf(base)) revert BaseTokenBalance();
            value = _convert(base, value, tokenOut);
        }
        uint256 toJar = value * VaultStorage.params().spread / BASIS;
        paid = value - toJar;
        if (paid < amountOutMin) revert PoolBurnOutputAmount();
        _push(tokenOut, tokenJar, toJar);
        _push(tokenOut, msg.sender, paid);
    }

    function _feeOf(uint256 amount, address holder) private view returns (uint256) {
        VaultStorage.Params storage p = VaultStorage.params();
        return p.feeCollector == holder ? 0 : amount * p.transactionFee / BASIS;
    }

    function _credit(address from, address holder, uint256 amount, uint48 activation) private {
        VaultStorage.Account storage account = VaultStorage.holders().accountOf[holder];
        account.userBalance += uint208(amount);
        account.activation = activation;
        emit Transfer(from, holder, amount);
    }

    /// The value sent with a native mint is already in the balance, but not yet any holder's share.
    function _updateBeforeMint() private returns (uint256) {
        if (msg.value == 0 || VaultStorage.requireSupply() == 0) return updateUnitaryValue().unitaryValue;
        return _storeValue(_perUnit(_mergedValue() - int256(msg.value)));
    }
}
