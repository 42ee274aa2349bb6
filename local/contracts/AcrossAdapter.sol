// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {AdapterBase} from "./AdapterBase.sol";
import {CrosschainTokens} from "./CrosschainTokens.sol";
import {Escrow, IDonations} from "./Escrow.sol";
import {IToken} from "./Interfaces.sol";
import {MulticallHandler} from "./MulticallHandler.sol";
import {DEPOSIT_V3, SpokePool} from "./SpokePool.sol";
import {VaultStorage} from "./VaultStorage.sol";

interface IVaultNav {
    struct NetAssetsValue {
        uint256 unitaryValue;
        uint256 netTotalValue;
        uint256 netTotalLiabilities;
    }

    function updateUnitaryValue() external returns (NetAssetsValue memory);
    function getPoolTokens() external view returns (VaultStorage.Tokens memory);
    function convertTokenAmount(address token, int256 amount, address targetToken) external view returns (int256);
}

/// A vault's way to its own address on another chain. Depositor, recipient, relayer and deadlines of the parameters are not
/// used: the adapter sets them. Source: AIntents.sol of v3-contracts (docs/facts/across.md).
contract AcrossAdapter is AdapterBase {
    error SameChainTransfer();
    error OutputAmountTooHigh();
    error OutputAmountTooLow();
    error NavToleranceTooHigh();
    error NavImpactTooHigh();
    error InvalidInputToken();
    error InvalidOpType();
    error TokenNotActive();
    error ZeroConvertedValue();

    struct AcrossParams {
        address depositor;
        address recipient;
        address inputToken;
        address outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 destinationChainId;
        address exclusiveRelayer;
        uint32 quoteTimestamp;
        uint32 fillDeadline;
        uint32 exclusivityDeadline;
        bytes message;
    }

    enum OpType {
        Transfer,
        Sync,
        Unknown
    }

    struct SourceMessage {
        OpType opType;
        uint256 navTolerance;
        uint256 sourceNativeAmount;
        bool shouldUnwrapOnDestination;
    }

    event CrossChainTransferInitiated(
        address indexed from,
        uint256 indexed destinationChainId,
        address indexed inputToken,
        uint256 inputAmount,
        uint8 opType,
        address escrow
    );
    event EscrowDeployed(address indexed pool, OpType indexed opType, address escrowContract);

    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_BRIDGE_FEE_BPS = 200;
    uint32 private constant FILL_DEADLINE_SECONDS = 600;

    SpokePool private immutable SPOKE_POOL;
    address private immutable HANDLER;
    address private immutable WRAPPED_NATIVE;

    constructor(address payable spokePool, address handler, address wrappedNative) {
        SPOKE_POOL = SpokePool(spokePool);
        HANDLER = handler;
        WRAPPED_NATIVE = wrappedNative;
    }

    function depositV3(AcrossParams calldata params) external nonReentrant onlyDelegateCall {
        CrosschainTokens.requirePair(params.inputToken, params.outputToken);
        if (params.destinationChainId == block.chainid) revert SameChainTransfer();
        uint256 output = CrosschainTokens.rescaled(params.outputToken, params.inputToken, params.outputAmount);
        if (output > params.inputAmount) revert OutputAmountTooHigh();
        if (output * BPS < params.inputAmount * (BPS - MAX_BRIDGE_FEE_BPS)) revert OutputAmountTooLow();
        SourceMessage memory message = abi.decode(params.message, (SourceMessage));
        if (message.navTolerance > BPS) revert NavToleranceTooHigh();
        bool isNative = message.sourceNativeAmount > 0;
        if (isNative && params.inputToken != WRAPPED_NATIVE) revert InvalidInputToken();
        if (!_isOwned(isNative ? address(0) : params.inputToken)) revert TokenNotActive();
        if (!isNative) _approve(params.inputToken, address(SPOKE_POOL), type(uint256).max);
        if (message.opType == OpType.Transfer) _giveUpSupply(params.inputToken, output);
        else if (message.opType == OpType.Sync) _requireImpact(params, message.navTolerance);
        else revert InvalidOpType();
        _deposit(params, message);
        if (!isNative) _approve(params.inputToken, address(SPOKE_POOL), 1);
    }

    function _deposit(AcrossParams calldata params, SourceMessage memory message) private {
        address escrow = _escrow(message.opType);
        SpokePool.Deposit memory deposit = SpokePool.Deposit({
            depositor: escrow,
            recipient: HANDLER,
            inputToken: params.inputToken,
            outputToken: params.outputToken,
            inputAmount: params.inputAmount,
            outputAmount: params.outputAmount,
            destinationChainId: params.destinationChainId,
            exclusiveRelayer: address(0),
            quoteTimestamp: params.quoteTimestamp,
            fillDeadline: uint32(block.timestamp + FILL_DEADLINE_SECONDS),
            exclusivity: 0,
            message: abi.encode(_instructions(params, message))
        });
        _call(message.sourceNativeAmount, abi.encode(deposit));
        emit CrossChainTransferInitiated(
            msg.sender,
            params.destinationChainId,
            params.inputToken,
            params.inputAmount,
            uint8(message.opType),
            escrow
        );
    }

    /// A tuple without its outer offset is the list of its members.
    function _call(uint256 value, bytes memory tuple) private {
        assembly ("memory-safe") {
            mstore(add(tuple, 32), sub(mload(tuple), 32))
            tuple := add(tuple, 32)
        }
        (bool ok, bytes memory reason) =
            address(SPOKE_POOL).call{value: value}(bytes.concat(DEPOSIT_V3, tuple));
        if (!ok) _bubble(reason);
    }

    /// Opens a donation, pays in, and closes it: all of it on the other chain, in one transaction of a relayer.
    function _instructions(AcrossParams calldata params, SourceMessage memory message)
        private
        view
        returns (MulticallHandler.Instructions memory)
    {
        IDonations.DestinationMessage memory arrival =
            IDonations.DestinationMessage(uint8(message.opType), message.shouldUnwrapOnDestination);
        address token = params.outputToken;
        MulticallHandler.Call[] memory calls = new MulticallHandler.Call[](4);
        calls[0] = MulticallHandler.Call(address(this), abi.encodeCall(IDonations.donate, (token, 1, arrival)), 0);
        calls[1] = MulticallHandler.Call(
            token, abi.encodeCall(IToken.transfer, (address(this), params.outputAmount)), 0
        );
        calls[2] = MulticallHandler.Call(
            HANDLER,
            abi.encodeCall(MulticallHandler.drainLeftoverTokens, (token, payable(address(this)))),
            0
        );
        calls[3] = MulticallHandler.Call(
            address(this), abi.encodeCall(IDonations.donate, (token, params.outputAmount, arrival)), 0
        );
        return MulticallHandler.Instructions(calls, address(0));
    }

    /// Transfer: supply leaves with the output, so that a unit keeps its value but for the fee.
    function _giveUpSupply(address inputToken, uint256 output) private {
        int256 value = IVaultNav(address(this)).convertTokenAmount(
            inputToken, int256(output), VaultStorage.pool().baseToken
        );
        if (value <= 0) revert ZeroConvertedValue();
        uint256 unitaryValue = IVaultNav(address(this)).updateUnitaryValue().unitaryValue;
        uint256 burned = uint256(value) * 10 ** VaultStorage.pool().decimals / unitaryValue;
        VaultStorage.moveVirtualSupply(-int256(burned));
        VaultStorage.requireSupply();
    }

    /// Sync: only assets leave; at most so much of what the vault was worth when its value was last stored.
    function _requireImpact(AcrossParams calldata params, uint256 toleranceBps) private view {
        VaultStorage.Tokens memory tokens = IVaultNav(address(this)).getPoolTokens();
        int256 supply = int256(tokens.totalSupply) + VaultStorage.virtualSupply();
        if (supply <= 0) return;
        uint256 total = tokens.unitaryValue * uint256(supply) / 10 ** VaultStorage.pool().decimals;
        if (total == 0) return;
        address base = VaultStorage.pool().baseToken;
        int256 value = int256(params.inputAmount);
        if (params.inputToken != base) {
            value = IVaultNav(address(this)).convertTokenAmount(params.inputToken, value, base);
        }
        if (uint256(value) * BPS / total > toleranceBps) revert NavImpactTooHigh();
    }

    function _isOwned(address token) private view returns (bool) {
        return token == VaultStorage.pool().baseToken || VaultStorage.activeTokens().position[token] != 0;
    }

    /// One for each kind of operation, at an address that follows from vault and kind.
    function _escrow(OpType opType) private returns (address escrow) {
        bytes32 salt = keccak256(abi.encodePacked(uint8(opType)));
        bytes memory code = abi.encodePacked(type(Escrow).creationCode, abi.encode(address(this), opType));
        escrow = address(
            uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, keccak256(code)))))
        );
        if (escrow.code.length > 0) return escrow;
        new Escrow{salt: salt}(address(this), uint8(opType));
        emit EscrowDeployed(address(this), opType, escrow);
    }
}
