// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPoolManager, IStateView, PoolKey} from "./Interfaces.sol";
import {OracleCallbacks} from "./OracleCallbacks.sol";

/// The oracle hook: one v4 pool per token against native, whose ticks before each block's first action are kept in a ring of
/// observations. A pool begins with one slot, and any account may pay for more. As observed on BackGeoOracle (docs/facts/oracle.md),
/// but without its back-run. A dev account may rewrite how long the pool has had its tick. `tick` is token per native.
contract Oracle is OracleCallbacks {
    error NotExactIn();
    error OnlyOneOraclePoolAllowed();
    error OraclePositionsMustBeFullRange();
    error OracleCardinalityCannotBeZero();
    error TargetPredatesOldestObservation(uint32 oldestTimestamp, uint32 targetTimestamp);

    /// `tick` held until `atSec`, `cumulative` is the sum of ticks times seconds until then.
    struct Observation {
        uint32 atSec;
        int24 tick;
        int48 cumulative;
        bool initialized;
    }

    struct State {
        uint16 index;
        uint16 cardinality;
        uint16 cardinalityNext;
    }

    /// An observation as the real hook shows it; no code here reads its seconds per liquidity.
    struct ShownObservation {
        uint32 blockTimestamp;
        int24 prevTick;
        int48 tickCumulative;
        uint144 secondsPerLiquidityCumulativeX128;
        bool initialized;
    }

    /// What a token's pool keeps. `ring` names the array in use: a dev account that rewrites the past begins another one.
    struct Feed {
        State state;
        uint32 ring;
    }

    int24 private constant FULL_RANGE_TICK = 884709;

    mapping(address token => Feed) private feeds;
    mapping(bytes32 poolId => address) private tokenOfPool;
    mapping(address token => mapping(uint32 ring => Observation[65535])) private rings;
    address public immutable keeper;
    IStateView private immutable STATE_VIEW;

    constructor(address keeper_, address poolManager_, address stateView) OracleCallbacks(poolManager_) {
        keeper = keeper_;
        STATE_VIEW = IStateView(stateView);
    }

    modifier onlyKeeper() {
        require(msg.sender == keeper, "NOT_KEEPER");
        _;
    }

    /// The pool has had its tick of now for the last `secondsAgo`; what was observed before is forgotten.
    function backdate(address token, uint32 secondsAgo) external onlyKeeper {
        _restart(token, secondsAgo);
    }

    /// The pool has had so many slots, and its tick of now, for the last `secondsAgo`.
    function setSlots(address token, uint16 slots, uint32 secondsAgo) external onlyKeeper {
        feeds[token].state = State(0, slots, slots);
        _restart(token, secondsAgo);
    }

    // Hook callbacks of the permissions in this address

    function beforeInitialize(address, PoolKey calldata key, uint160) external view onlyManager returns (bytes4) {
        if (key.currency0 != address(0) || key.fee != 0 || key.tickSpacing != 32767) revert OnlyOneOraclePoolAllowed();
        return this.beforeInitialize.selector;
    }

    function afterInitialize(address, PoolKey calldata key, uint160, int24 tick)
        external
        onlyManager
        returns (bytes4)
    {
        tokenOfPool[keccak256(abi.encode(key))] = key.currency1;
        feeds[key.currency1].state = State(0, 1, 1);
        rings[key.currency1][0][0] = Observation(uint32(block.timestamp), tick, 0, true);
        return this.afterInitialize.selector;
    }

    function beforeAddLiquidity(
        address,
        PoolKey calldata key,
        IPoolManager.ModifyLiquidityParams calldata params,
        bytes calldata
    ) external onlyManager returns (bytes4) {
        if (params.tickLower != -FULL_RANGE_TICK || params.tickUpper != FULL_RANGE_TICK) {
            revert OraclePositionsMustBeFullRange();
        }
        _write(key.currency1);
        return this.beforeAddLiquidity.selector;
    }

    function beforeRemoveLiquidity(
        address,
        PoolKey calldata key,
        IPoolManager.ModifyLiquidityParams calldata,
        bytes calldata
    ) external onlyManager returns (bytes4) {
        _write(key.currency1);
        return this.beforeRemoveLiquidity.selector;
    }

    function beforeSwap(address, PoolKey calldata key, IPoolManager.SwapParams calldata params, bytes calldata)
        external
        onlyManager
        returns (bytes4, int256, uint24)
    {
        if (params.amountSpecified >= 0) revert NotExactIn();
        _write(key.currency1);
        return (this.beforeSwap.selector, 0, 0);
    }

    function afterSwap(
        address,
        PoolKey calldata,
        IPoolManager.SwapParams calldata,
        int256,
        bytes calldata
    ) external view onlyManager returns (bytes4, int128) {
        return (this.afterSwap.selector, 0);
    }

    // For any account

    /// Pays for slots; they come into use when the ring is written past its end.
    function increaseCardinalityNext(PoolKey calldata key, uint16 cardinalityNext)
        external
        returns (uint16 cardinalityNextOld, uint16 cardinalityNextNew)
    {
        address token = _tokenOf(key);
        State storage state = feeds[token].state;
        cardinalityNextOld = state.cardinalityNext;
        if (cardinalityNextOld == 0) revert OracleCardinalityCannotBeZero();
        cardinalityNextNew = cardinalityNext > cardinalityNextOld ? cardinalityNext : cardinalityNextOld;
        Observation[65535] storage ring = _ring(token);
        for (uint16 i = cardinalityNextOld; i < cardinalityNextNew; i++) {
            ring[i].atSec = 1;
        }
        state.cardinalityNext = cardinalityNextNew;
    }

    function getState(PoolKey calldata key) external view returns (State memory) {
        return feeds[_tokenOf(key)].state;
    }

    function states(bytes32 poolId) external view returns (uint16, uint16, uint16) {
        State memory state = feeds[tokenOfPool[poolId]].state;
        return (state.index, state.cardinality, state.cardinalityNext);
    }

    function getObservation(PoolKey calldata key, uint256 index) external view returns (ShownObservation memory) {
        return _shown(_tokenOf(key), index);
    }

    function observations(bytes32 poolId, uint256 index) external view returns (uint32, int24, int48, uint144, bool) {
        ShownObservation memory o = _shown(tokenOfPool[poolId], index);
        return (o.blockTimestamp, o.prevTick, o.tickCumulative, 0, o.initialized);
    }

    /// The current tick is taken for all the time since the last observation: a quiet pool is not stale.
    function observe(PoolKey calldata key, uint32[] calldata secondsAgos)
        external
        view
        returns (int48[] memory tickCumulatives, uint144[] memory secondsPerLiquidityCumulativeX128s)
    {
        address token = _tokenOf(key);
        if (feeds[token].state.cardinality == 0) revert OracleCardinalityCannotBeZero();
        tickCumulatives = new int48[](secondsAgos.length);
        // No code reads them.
        secondsPerLiquidityCumulativeX128s = new uint144[](secondsAgos.length);
        for (uint256 i; i < secondsAgos.length; i++) {
            tickCumulatives[i] = _cumulativeAt(token, uint32(block.timestamp) - secondsAgos[i]);
        }
    }

    /// One observation a block, of the tick that held until its first action.
    function _write(address token) private {
        State storage state = feeds[token].state;
        Observation[65535] storage ring = _ring(token);
        Observation memory last = ring[state.index];
        uint32 nowSec = uint32(block.timestamp);
        if (last.atSec == nowSec) return;
        bool isFull = state.index == state.cardinality - 1;
        if (isFull && state.cardinalityNext > state.cardinality) state.cardinality = state.cardinalityNext;
        state.index = uint16((uint256(state.index) + 1) % state.cardinality);
        int24 tick = currentTick(token);
        ring[state.index] = Observation(nowSec, tick, last.cumulative + _during(tick, nowSec - last.atSec), true);
    }

    function _restart(address token, uint32 secondsAgo) private {
        Feed storage feed = feeds[token];
        feed.ring++;
        feed.state.index = 0;
        _ring(token)[0] = Observation(uint32(block.timestamp) - secondsAgo, currentTick(token), 0, true);
    }

    function _cumulativeAt(address token, uint32 target) private view returns (int48) {
        State memory state = feeds[token].state;
        Observation[65535] storage ring = _ring(token);
        Observation memory last = ring[state.index];
        if (last.atSec <= target) return last.cumulative + _during(currentTick(token), target - last.atSec);
        // Slots are filled in turn: where the next one never was, the first is the oldest.
        uint256 oldest = (uint256(state.index) + 1) % state.cardinality;
        uint256 count = state.cardinality;
        if (!ring[oldest].initialized) (oldest, count) = (0, uint256(state.index) + 1);
        if (ring[oldest].atSec > target) revert TargetPredatesOldestObservation(ring[oldest].atSec, target);
        uint256 low = 0;
        uint256 high = count - 1;
        while (low < high) {
            uint256 middle = (low + high + 1) / 2;
            if (ring[(oldest + middle) % state.cardinality].atSec <= target) low = middle;
            else high = middle - 1;
        }
        Observation memory before = ring[(oldest + low) % state.cardinality];
        // What lay between two observations is the later one's tick.
        int24 tick = ring[(oldest + low + 1) % state.cardinality].tick;
        return before.cumulative + _during(tick, target - before.atSec);
    }

    function _during(int24 tick, uint32 sec) private pure returns (int48) {
        return int48(tick) * int48(uint48(sec));
    }

    function _shown(address token, uint256 index) private view returns (ShownObservation memory) {
        Observation memory o = _ring(token)[index];
        return ShownObservation(o.atSec, o.tick, o.cumulative, 0, o.initialized);
    }

    function _ring(address token) private view returns (Observation[65535] storage) {
        return rings[token][feeds[token].ring];
    }

    function _tokenOf(PoolKey calldata key) private view returns (address) {
        bool known =
            key.currency0 == address(0) && key.fee == 0 && key.tickSpacing == 32767 && key.hooks == address(this);
        return known ? key.currency1 : address(0);
    }

    function currentTick(address token) public view returns (int24 tick) {
        PoolKey memory key = PoolKey(address(0), token, 0, 32767, address(this));
        (, tick,,) = STATE_VIEW.getSlot0(keccak256(abi.encode(key)));
    }
}
