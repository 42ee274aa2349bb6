// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager, IStateView, PoolKey} from "./Interfaces.sol";

/// The oracle hook: one v4 pool per token against native, its ticks kept as a history. A dev account may also write the
/// history, so a swap in the pool moves the recorded tick by as much as it moved the pool. `tick` is token per native.
contract Oracle {
    error NotExactIn();
    error NotManager();
    error NotOraclePool();
    error OracleCardinalityCannotBeZero();
    error TargetPredatesOldestObservation(uint32 oldest, uint32 target);

    struct Observation {
        uint32 atSec;
        int24 tick;
        int48 cumulative;
    }

    struct State {
        uint16 index;
        uint16 cardinality;
        uint16 cardinalityNext;
    }

    uint16 private constant CARDINALITY = 300;

    /// Slot 0, written when the chain starts: the time of every token's first observation (stored there as zero),
    /// so that one cached state serves any start time.
    uint256 public birthSec;
    mapping(address token => Observation[]) private history;
    address public immutable keeper;
    address private immutable POOL_MANAGER;
    IStateView private immutable STATE_VIEW;
    int24 transient private tickBeforeSwap;

    constructor(address keeper_, address poolManager, address stateView) {
        keeper = keeper_;
        POOL_MANAGER = poolManager;
        STATE_VIEW = IStateView(stateView);
    }

    modifier onlyManager() {
        if (msg.sender != POOL_MANAGER) revert NotManager();
        _;
    }

    /// The token's tick is `tick` from this block on.
    function setTick(address token, int24 tick) external {
        require(msg.sender == keeper, "NOT_KEEPER");
        _writeAt(history[token], uint32(block.timestamp), tick);
    }

    /// The token's tick has been `tick` for the last `secondsAgo`; what was observed since then is forgotten.
    function setTickSince(address token, int24 tick, uint32 secondsAgo) external {
        require(msg.sender == keeper, "NOT_KEEPER");
        _writeAt(history[token], uint32(block.timestamp) - secondsAgo, tick);
    }

    // Hook callbacks of the permissions in this address

    function beforeInitialize(address, PoolKey calldata key, uint160) external view onlyManager returns (bytes4) {
        if (key.currency0 != address(0) || key.fee != 0 || key.tickSpacing != 32767) revert NotOraclePool();
        return this.beforeInitialize.selector;
    }

    function afterInitialize(address, PoolKey calldata key, uint160, int24 tick)
        external
        onlyManager
        returns (bytes4)
    {
        history[key.currency1].push(Observation(0, tick, 0));
        return this.afterInitialize.selector;
    }

    function beforeAddLiquidity(
        address,
        PoolKey calldata,
        IPoolManager.ModifyLiquidityParams calldata,
        bytes calldata
    ) external pure returns (bytes4) {
        return this.beforeAddLiquidity.selector;
    }

    function beforeRemoveLiquidity(
        address,
        PoolKey calldata,
        IPoolManager.ModifyLiquidityParams calldata,
        bytes calldata
    ) external pure returns (bytes4) {
        return this.beforeRemoveLiquidity.selector;
    }

    /// Writes the observation that closes the time before this block.
    function beforeSwap(address, PoolKey calldata key, IPoolManager.SwapParams calldata params, bytes calldata)
        external
        onlyManager
        returns (bytes4, int256, uint24)
    {
        if (params.amountSpecified > 0) revert NotExactIn();
        tickBeforeSwap = _poolTick(key);
        _writeAt(history[key.currency1], uint32(block.timestamp), currentTick(key.currency1));
        return (this.beforeSwap.selector, 0, 0);
    }

    function afterSwap(
        address,
        PoolKey calldata key,
        IPoolManager.SwapParams calldata,
        int256,
        bytes calldata
    ) external onlyManager returns (bytes4, int128) {
        int24 tick = currentTick(key.currency1) + _poolTick(key) - tickBeforeSwap;
        _writeAt(history[key.currency1], uint32(block.timestamp), tick);
        return (this.afterSwap.selector, 0);
    }

    function currentTick(address token) public view returns (int24) {
        Observation[] storage h = history[token];
        if (h.length == 0) revert OracleCardinalityCannotBeZero();
        return h[h.length - 1].tick;
    }

    function getState(PoolKey calldata key) external view returns (State memory state) {
        Observation[] storage h = _historyOf(key);
        if (h.length != 0) state = State(uint16((h.length - 1) % CARDINALITY), CARDINALITY, CARDINALITY);
    }

    function observe(PoolKey calldata key, uint32[] calldata secondsAgos)
        external
        view
        returns (int48[] memory tickCumulatives, uint144[] memory secondsPerLiquidityCumulativeX128s)
    {
        Observation[] storage h = _historyOf(key);
        if (h.length == 0) revert OracleCardinalityCannotBeZero();
        tickCumulatives = new int48[](secondsAgos.length);
        secondsPerLiquidityCumulativeX128s = new uint144[](secondsAgos.length);
        for (uint256 i; i < secondsAgos.length; i++) {
            uint32 target = uint32(block.timestamp) - secondsAgos[i];
            (, tickCumulatives[i]) = _at(h, target);
            secondsPerLiquidityCumulativeX128s[i] = (uint144(target - uint32(birthSec)) << 128) / 1e18;
        }
    }

    function _historyOf(PoolKey calldata key) private view returns (Observation[] storage) {
        bool known =
            key.currency0 == address(0) && key.fee == 0 && key.tickSpacing == 32767 && key.hooks == address(this);
        return history[known ? key.currency1 : address(0)];
    }

    function _poolTick(PoolKey calldata key) private view returns (int24 tick) {
        (, tick,,) = STATE_VIEW.getSlot0(keccak256(abi.encode(key)));
    }

    function _writeAt(Observation[] storage h, uint32 atSec, int24 tick) private {
        (uint256 index, int48 cumulative) = _at(h, atSec);
        while (h.length > index + 1) h.pop();
        if (_timeOf(h[index]) == atSec) h[index].tick = tick;
        else h.push(Observation(atSec, tick, cumulative));
    }

    /// The last observation not after `target`, and the cumulative extrapolated from it.
    function _at(Observation[] storage h, uint32 target) private view returns (uint256 index, int48 cumulative) {
        index = h.length;
        while (index != 0) {
            Observation memory o = h[--index];
            uint32 time = _timeOf(o);
            if (time <= target) return (index, o.cumulative + int48(o.tick) * int48(uint48(target - time)));
        }
        revert TargetPredatesOldestObservation(uint32(birthSec), target);
    }

    function _timeOf(Observation memory o) private view returns (uint32) {
        return o.atSec == 0 ? uint32(birthSec) : o.atSec;
    }
}
