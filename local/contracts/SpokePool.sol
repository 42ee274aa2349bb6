// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IToken, IWrappedNative} from "./Interfaces.sol";

// depositV3 of the real pools.
bytes4 constant DEPOSIT_V3 =
    bytes4(keccak256("depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)"));

interface IAcrossMessageHandler {
    function handleV3AcrossMessage(address tokenSent, uint256 amount, address relayer, bytes memory message) external;
}

/// Across's pool of one chain: deposits are announced, relayers fill them on the chain they are meant for.
/// Simpler than the real one: no slow fills, no sped-up deposits, no pausing, and its keeper pays refunds which the real one pays
/// by a Merkle proof (docs/facts/across.md 5).
contract SpokePool {
    error InvalidQuoteTimestamp();
    error InvalidFillDeadline();
    error InvalidExclusiveRelayer();
    error InvalidOutputToken();
    error MsgValueDoesNotMatchInputAmount();
    error NotExclusiveRelayer();
    error RelayFilled();
    error ExpiredFillDeadline();
    error NoSuchMethod();
    error NotKeeper();
    error TransferFailed(address token);

    enum FillType {
        FastFill,
        ReplacedSlowFill,
        SlowFill
    }

    struct V3RelayData {
        bytes32 depositor;
        bytes32 recipient;
        bytes32 exclusiveRelayer;
        bytes32 inputToken;
        bytes32 outputToken;
        uint256 inputAmount;
        uint256 outputAmount;
        uint256 originChainId;
        uint256 depositId;
        uint32 fillDeadline;
        uint32 exclusivityDeadline;
        bytes message;
    }

    struct Deposit {
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
        uint32 exclusivity;
        bytes message;
    }

    struct V3RelayExecutionEventInfo {
        bytes32 updatedRecipient;
        bytes32 updatedMessageHash;
        uint256 updatedOutputAmount;
        FillType fillType;
    }

    event FundsDeposited(
        bytes32 inputToken,
        bytes32 outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 indexed destinationChainId,
        uint256 indexed depositId,
        uint32 quoteTimestamp,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes32 indexed depositor,
        bytes32 recipient,
        bytes32 exclusiveRelayer,
        bytes message
    );
    event FilledRelay(
        bytes32 inputToken,
        bytes32 outputToken,
        uint256 inputAmount,
        uint256 outputAmount,
        uint256 repaymentChainId,
        uint256 indexed originChainId,
        uint256 indexed depositId,
        uint32 fillDeadline,
        uint32 exclusivityDeadline,
        bytes32 exclusiveRelayer,
        bytes32 indexed relayer,
        bytes32 depositor,
        bytes32 recipient,
        bytes32 messageHash,
        V3RelayExecutionEventInfo relayExecutionInfo
    );

    uint32 public constant MAX_EXCLUSIVITY_PERIOD_SECONDS = 31_536_000;
    uint256 private constant FILLED = 2;

    uint32 public immutable depositQuoteTimeBuffer = 3_600;
    uint32 public immutable fillDeadlineBuffer = 21_600;
    address public immutable wrappedNativeToken;
    address private immutable KEEPER;

    uint32 public numberOfDeposits;
    mapping(bytes32 relayHash => uint256) public fillStatuses;

    constructor(address wrappedNative, address keeper) {
        wrappedNativeToken = wrappedNative;
        KEEPER = keeper;
    }

    function getCurrentTime() public view returns (uint256) {
        return block.timestamp;
    }

    function getV3RelayHash(V3RelayData memory relayData) public view returns (bytes32) {
        return keccak256(abi.encode(relayData, block.chainid));
    }

    /// depositV3 with the members of Deposit as its parameters: more than the compiler's stack holds, so they are read here.
    fallback() external payable {
        if (msg.sig != DEPOSIT_V3) revert NoSuchMethod();
        // Without its outer offset a tuple is encoded as the list of its members.
        Deposit memory d = abi.decode(bytes.concat(bytes32(uint256(32)), msg.data[4:]), (Deposit));
        if (d.outputToken == address(0)) revert InvalidOutputToken();
        if (block.timestamp < d.quoteTimestamp || block.timestamp - d.quoteTimestamp > depositQuoteTimeBuffer) {
            revert InvalidQuoteTimestamp();
        }
        if (d.fillDeadline > block.timestamp + fillDeadlineBuffer) revert InvalidFillDeadline();
        if (d.exclusivity > 0) {
            if (d.exclusivity <= MAX_EXCLUSIVITY_PERIOD_SECONDS) d.exclusivity += uint32(block.timestamp);
            if (d.exclusiveRelayer == address(0)) revert InvalidExclusiveRelayer();
        }
        _takeIn(d.inputToken, d.inputAmount);
        bytes memory tokens = abi.encode(d.inputToken, d.outputToken, d.inputAmount, d.outputAmount);
        bytes memory times = abi.encode(d.quoteTimestamp, d.fillDeadline, d.exclusivity);
        _log(
            FundsDeposited.selector,
            bytes32(d.destinationChainId),
            bytes32(uint256(numberOfDeposits++)),
            _word(d.depositor),
            bytes.concat(tokens, times, abi.encode(d.recipient, d.exclusiveRelayer), _tail(320, d.message))
        );
    }

    function fillRelay(V3RelayData memory relayData, uint256 repaymentChainId, bytes32 repaymentAddress) external {
        if (
            relayData.exclusivityDeadline >= block.timestamp
                && _account(relayData.exclusiveRelayer) != msg.sender
        ) revert NotExclusiveRelayer();
        if (relayData.fillDeadline < block.timestamp) revert ExpiredFillDeadline();
        bytes32 relayHash = getV3RelayHash(relayData);
        if (fillStatuses[relayHash] == FILLED) revert RelayFilled();
        fillStatuses[relayHash] = FILLED;
        _announce(relayData, repaymentChainId, repaymentAddress);
        _payOut(relayData);
    }

    /// What a leaf of the real one's refund bundle does once a deposit has expired unfilled.
    function refund(address token, address to, uint256 amount) external {
        if (msg.sender != KEEPER) revert NotKeeper();
        _send(token, abi.encodeCall(IToken.transfer, (to, amount)));
    }

    receive() external payable {}

    function _takeIn(address inputToken, uint256 inputAmount) private {
        if (inputToken == wrappedNativeToken && msg.value > 0) {
            if (msg.value != inputAmount) revert MsgValueDoesNotMatchInputAmount();
            IWrappedNative(wrappedNativeToken).deposit{value: msg.value}();
            return;
        }
        if (msg.value != 0) revert MsgValueDoesNotMatchInputAmount();
        _send(inputToken, abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), inputAmount)));
    }

    function _announce(V3RelayData memory d, uint256 repaymentChainId, bytes32 relayer) private {
        bytes32 messageHash = d.message.length == 0 ? bytes32(0) : keccak256(d.message);
        bytes memory tokens = abi.encode(d.inputToken, d.outputToken, d.inputAmount, d.outputAmount, repaymentChainId);
        bytes memory times = abi.encode(d.fillDeadline, d.exclusivityDeadline);
        bytes memory parties = abi.encode(d.exclusiveRelayer, d.depositor, d.recipient, messageHash);
        bytes memory info = abi.encode(
            V3RelayExecutionEventInfo(d.recipient, messageHash, d.outputAmount, FillType.FastFill)
        );
        _log(
            FilledRelay.selector,
            bytes32(d.originChainId),
            bytes32(d.depositId),
            relayer,
            bytes.concat(tokens, times, parties, info)
        );
    }

    /// The compiler's stack does not hold so many values as these events have.
    function _log(bytes32 topic, bytes32 first, bytes32 second, bytes32 third, bytes memory data) private {
        assembly ("memory-safe") {
            log4(add(data, 32), mload(data), topic, first, second, third)
        }
    }

    /// The last of the values of an event: where it stands, how long it is, and itself, filled up to whole words.
    function _tail(uint256 offset, bytes memory value) private pure returns (bytes memory) {
        bytes memory encoded = abi.encode(value);
        assembly ("memory-safe") {
            mstore(add(encoded, 32), offset)
        }
        return encoded;
    }

    /// The wrapped native token reaches an account without code as the coin itself.
    function _payOut(V3RelayData memory d) private {
        address token = _account(d.outputToken);
        address recipient = _account(d.recipient);
        if (token == wrappedNativeToken && recipient.code.length == 0) {
            _send(token, abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), d.outputAmount)));
            IWrappedNative(token).withdraw(d.outputAmount);
            (bool sent,) = recipient.call{value: d.outputAmount}("");
            if (!sent) revert TransferFailed(address(0));
        } else {
            _send(token, abi.encodeCall(IToken.transferFrom, (msg.sender, recipient, d.outputAmount)));
        }
        if (d.message.length > 0 && recipient.code.length > 0) {
            IAcrossMessageHandler(recipient).handleV3AcrossMessage(token, d.outputAmount, msg.sender, d.message);
        }
    }

    function _send(address token, bytes memory data) private {
        (bool ok, bytes memory answer) = token.call(data);
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert TransferFailed(token);
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function _account(bytes32 word) private pure returns (address) {
        return address(uint160(uint256(word)));
    }
}
