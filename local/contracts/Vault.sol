// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IAuthority, IStaking, IToken} from "./Interfaces.sol";
import {PositionValue} from "./PositionValue.sol";
import {PriceFeed} from "./PriceFeed.sol";
import {VaultStorage} from "./VaultStorage.sol";

/// The implementation behind every vault proxy. Own methods are answered here, the rest goes to the authority's adapters.
contract Vault {
    error PoolCallerIsNotOwner();
    error PoolMethodNotAllowed();
    error PoolImplementationDirectCallNotAllowed();
    error PoolAlreadyInitialized();
    error PoolMintOutputAmount();
    error PoolBurnOutputAmount();
    error PoolMinimumPeriodNotEnough();
    error PoolAmountSmallerThanMinumum(uint16 minimumOrderDivisor);
    error PoolMintInvalidRecipient();
    error PoolMintAmountIn();
    error PoolBurnNotEnough();
    error PoolBurnNullAmount();
    error PoolTransferFailed();
    error PoolNullOwnerInput();
    error PoolSpreadInvalid(uint16 maximumBps);
    error PoolFeeInvalid(uint16 maximumBps);
    error PoolLockupPeriodInvalid(uint48 minimumSec, uint48 maximumSec);
    error InvalidOperator();

    event PoolInitialized(
        address indexed group, address indexed owner, address indexed baseToken, string name, bytes8 symbol
    );
    event NewOwner(address indexed old, address indexed current);
    event NewNav(address indexed sender, address indexed pool, uint256 unitaryValue);
    event Transfer(address indexed from, address indexed to, uint256 value);
    event OperatorSet(address indexed holder, address indexed operator, bool approved);
    event NewFee(address indexed pool, address indexed who, uint16 transactionFee);
    event NewCollector(address indexed pool, address indexed who, address feeCollector);
    event MinimumPeriodChanged(address indexed pool, uint48 minimumPeriod);
    event SpreadChanged(address indexed pool, uint16 spread);
    event KycProviderSet(address indexed pool, address indexed kycProvider);

    struct Delegation {
        address delegated;
        bytes4 selector;
        bool isDelegated;
    }

    struct NetAssetsValue {
        uint256 unitaryValue;
        uint256 netTotalValue;
        uint256 netTotalLiabilities;
    }

    struct NavData {
        uint256 totalValue;
        uint256 unitaryValue;
        uint256 timestamp;
    }

    struct ActiveTokens {
        address[] activeTokens;
        address baseToken;
    }

    string public constant VERSION = "4.3.1";
    uint16 private constant MINIMUM_ORDER_DIVISOR = 1000;

    address public immutable authority;
    address public immutable wrappedNative;
    address public immutable tokenJar;
    address private immutable ORACLE;
    address private immutable POSITION_MANAGER;
    address private immutable STAKING;
    address private immutable GRG;
    address private immutable SELF;

    constructor(
        address authority_,
        address wrappedNative_,
        address tokenJar_,
        address oracle_,
        address positionManager_,
        address staking_,
        address grg_
    ) {
        authority = authority_;
        wrappedNative = wrappedNative_;
        tokenJar = tokenJar_;
        ORACLE = oracle_;
        POSITION_MANAGER = positionManager_;
        STAKING = staking_;
        GRG = grg_;
        SELF = address(this);
    }

    modifier onlyOwner() {
        if (msg.sender != VaultStorage.pool().owner) revert PoolCallerIsNotOwner();
        _;
    }

    modifier onlyDelegateCall() {
        if (address(this) == SELF) revert PoolImplementationDirectCallNotAllowed();
        _;
    }

    receive() external payable onlyDelegateCall {}

    /// Not payable. The owner and callers delegated for the selector write through the adapter; others only read it.
    fallback() external onlyDelegateCall {
        address adapter = IAuthority(authority).getApplicationAdapter(msg.sig);
        if (adapter == address(0)) revert PoolMethodNotAllowed();
        bool mayWrite = VaultStorage.delegations().addressPosition[msg.sig][msg.sender] != 0
            || msg.sender == VaultStorage.pool().owner;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok
            switch mayWrite
            case 0 { ok := staticcall(gas(), adapter, 0, calldatasize(), 0, 0) }
            default { ok := delegatecall(gas(), adapter, 0, calldatasize(), 0, 0) }
            returndatacopy(0, 0, returndatasize())
            if iszero(ok) { revert(0, returndatasize()) }
            return(0, returndatasize())
        }
    }

    function initializePool(string calldata name_, string calldata symbol_, address owner_, address baseToken)
        external
        onlyDelegateCall
    {
        VaultStorage.Pool storage p = VaultStorage.pool();
        if (p.owner != address(0)) revert PoolAlreadyInitialized();
        uint8 decimals_ = baseToken == address(0) ? 18 : IToken(baseToken).decimals();
        require(decimals_ >= 6, "POOL_BASE_TOKEN_DECIMALS_ERROR");
        p.name = name_;
        p.symbol = symbol_;
        p.decimals = decimals_;
        p.owner = owner_;
        p.baseToken = baseToken;
        VaultStorage.Params storage q = VaultStorage.params();
        q.minPeriod = 30 days;
        q.spread = 10;
        q.feeCollector = owner_;
        emit PoolInitialized(msg.sender, owner_, baseToken, name_, bytes8(bytes(symbol_)));
    }

    // Reads

    function owner() external view returns (address) {
        return VaultStorage.pool().owner;
    }

    function name() external view returns (string memory) {
        return VaultStorage.pool().name;
    }

    function symbol() external view returns (string memory) {
        return VaultStorage.pool().symbol;
    }

    function decimals() external view returns (uint8) {
        return VaultStorage.pool().decimals;
    }

    function totalSupply() external view returns (uint256) {
        return VaultStorage.tokens().totalSupply;
    }

    function balanceOf(address holder) external view returns (uint256) {
        return VaultStorage.holders().accountOf[holder].userBalance;
    }

    function getUserAccount(address holder) external view returns (VaultStorage.Account memory) {
        return VaultStorage.holders().accountOf[holder];
    }

    function isOperator(address holder, address operator) external view returns (bool) {
        return VaultStorage.holders().isOperator[holder][operator];
    }

    function getPool() public view returns (VaultStorage.Pool memory) {
        return VaultStorage.pool();
    }

    function getPoolParams() public view returns (VaultStorage.Params memory) {
        return VaultStorage.params();
    }

    /// The stored unitary value, par when it was never written.
    function getPoolTokens() public view returns (VaultStorage.Tokens memory t) {
        t = VaultStorage.tokens();
        if (t.unitaryValue == 0) t.unitaryValue = _par();
    }

    function getPoolStorage()
        external
        view
        returns (
            VaultStorage.Pool memory poolInitParams,
            VaultStorage.Params memory poolVariables,
            VaultStorage.Tokens memory poolTokensInfo
        )
    {
        return (getPool(), getPoolParams(), getPoolTokens());
    }

    function getActiveTokens() external view returns (ActiveTokens memory) {
        return ActiveTokens(VaultStorage.activeTokens().list, VaultStorage.pool().baseToken);
    }

    function getAcceptedMintTokens() external pure returns (address[] memory) {}

    /// Bit 0 stands for GRG staking, bit 1 for Uniswap v4 positions.
    function getActiveApplications() external view returns (uint256 packed) {
        if (IStaking(STAKING).getTotalStake(address(this)) != 0) packed = 1;
        if (VaultStorage.positions().list.length != 0) packed |= 2;
    }

    function getUniV4TokenIds() external view returns (uint256[] memory) {
        return VaultStorage.positions().list;
    }

    function getAppTokensAndBalancesView() external view returns (PositionValue.Balance[] memory) {
        return _appBalances();
    }

    function getDelegatedAddresses(bytes4 selector) external view returns (address[] memory) {
        return VaultStorage.delegations().addressesOf[selector];
    }

    function getDelegatedSelectors(address delegated) external view returns (bytes4[] memory) {
        return VaultStorage.delegations().selectorsOf[delegated];
    }

    function getStorageAt(uint256 offset, uint256 length) external view returns (bytes memory result) {
        result = new bytes(length * 32);
        for (uint256 i; i < length; i++) {
            assembly ("memory-safe") {
                mstore(add(add(result, 32), mul(i, 32)), sload(add(offset, i)))
            }
        }
    }

    function getStorageSlotsAt(uint256[] calldata slots) external view returns (bytes memory result) {
        result = new bytes(slots.length * 32);
        for (uint256 i; i < slots.length; i++) {
            uint256 slot = slots[i];
            assembly ("memory-safe") {
                mstore(add(add(result, 32), mul(i, 32)), sload(slot))
            }
        }
    }

    function hasPriceFeed(address token) public view returns (bool) {
        return PriceFeed.has(ORACLE, wrappedNative, token);
    }

    function getTwap(address token) external view returns (int24) {
        return PriceFeed.meanTick(ORACLE, wrappedNative, token);
    }

    function convertTokenAmount(address token, int256 amount, address targetToken) public view returns (int256) {
        return PriceFeed.convert(ORACLE, wrappedNative, token, amount, targetToken);
    }

    function convertBatchTokenAmounts(address[] calldata tokens, int256[] calldata amounts, address targetToken)
        external
        view
        returns (int256 total)
    {
        require(tokens.length == amounts.length, "LENGTHS_DIFFER");
        for (uint256 i; i < tokens.length; i++) {
            total += convertTokenAmount(tokens[i], amounts[i], targetToken);
        }
    }

    /// Zeros instead of a revert when a conversion fails, and a zero unitary value when nothing is left.
    function getNavDataView() external view returns (NavData memory data) {
        try this.netValue() returns (int256 total) {
            if (total > 0) data.totalValue = uint256(total);
            data.unitaryValue = VaultStorage.tokens().totalSupply == 0 ? getPoolTokens().unitaryValue : _perUnit(total);
            data.timestamp = block.timestamp;
        } catch {}
    }

    /// What the view adds up, each in base units by the oracle: base balance, active tokens, positions.
    function netValue() external view returns (int256 total) {
        total = _heldValue(new PositionValue.Balance[](0));
        PositionValue.Balance[] memory apps = _appBalances();
        for (uint256 i; i < apps.length; i++) {
            total += _convertToBase(apps[i].token, apps[i].amount);
        }
    }

    // The vault token does not move: these answer false or zero and do not revert.

    function transfer(address, uint256) external pure returns (bool) {}

    function transferFrom(address, address, uint256) external pure returns (bool) {}

    function approve(address, uint256) external pure returns (bool) {}

    function allowance(address, address) external pure returns (uint256) {}

    // Anyone

    function updateUnitaryValue() public onlyDelegateCall returns (NetAssetsValue memory nav) {
        int256 total = _mergedValue();
        nav.netTotalValue = total > 0 ? uint256(total) : 0;
        VaultStorage.Tokens storage t = VaultStorage.tokens();
        uint256 stored = getPoolTokens().unitaryValue;
        nav.unitaryValue = stored;
        if (t.totalSupply == 0) return nav;
        uint256 computed = _perUnit(total);
        nav.unitaryValue = computed == 0 ? 1 : computed;
        if (nav.unitaryValue != stored) {
            t.unitaryValue = nav.unitaryValue;
            emit NewNav(msg.sender, address(this), nav.unitaryValue);
        }
    }

    // Holders

    function mint(address recipient, uint256 amountIn, uint256 amountOutMin)
        external
        payable
        onlyDelegateCall
        returns (uint256 minted)
    {
        if (recipient == address(0)) revert PoolMintInvalidRecipient();
        if (recipient != msg.sender && !VaultStorage.holders().isOperator[recipient][msg.sender]) {
            revert InvalidOperator();
        }
        VaultStorage.Pool storage p = VaultStorage.pool();
        if (amountIn < _par() / MINIMUM_ORDER_DIVISOR) revert PoolAmountSmallerThanMinumum(MINIMUM_ORDER_DIVISOR);
        if (msg.value != (p.baseToken == address(0) ? amountIn : 0)) revert PoolMintAmountIn();
        uint256 price = _updateBeforeMint();
        if (p.baseToken != address(0)) _pull(p.baseToken, amountIn);
        uint256 toJar = amountIn * VaultStorage.params().spread / 10_000;
        _push(p.baseToken, tokenJar, toJar);
        minted = (amountIn - toJar) * _par() / price;
        if (minted < amountOutMin) revert PoolMintOutputAmount();
        VaultStorage.tokens().totalSupply += minted;
        VaultStorage.Account storage account = VaultStorage.holders().accountOf[recipient];
        account.userBalance += uint208(minted);
        account.activation = uint48(block.timestamp) + VaultStorage.params().minPeriod;
        emit Transfer(address(0), recipient, minted);
    }

    function burn(uint256 amountIn, uint256 amountOutMin) external onlyDelegateCall returns (uint256 paid) {
        if (amountIn == 0) revert PoolBurnNullAmount();
        VaultStorage.Account storage account = VaultStorage.holders().accountOf[msg.sender];
        if (account.userBalance < amountIn) revert PoolBurnNotEnough();
        if (block.timestamp < account.activation) revert PoolMinimumPeriodNotEnough();
        uint256 price = updateUnitaryValue().unitaryValue;
        account.userBalance -= uint208(amountIn);
        VaultStorage.tokens().totalSupply -= amountIn;
        uint256 value = amountIn * price / _par();
        uint256 toJar = value * VaultStorage.params().spread / 10_000;
        paid = value - toJar;
        if (paid < amountOutMin) revert PoolBurnOutputAmount();
        address base = VaultStorage.pool().baseToken;
        _push(base, tokenJar, toJar);
        _push(base, msg.sender, paid);
        emit Transfer(msg.sender, address(0), amountIn);
    }

    function setOperator(address operator, bool approved) external onlyDelegateCall returns (bool) {
        VaultStorage.holders().isOperator[msg.sender][operator] = approved;
        emit OperatorSet(msg.sender, operator, approved);
        return true;
    }

    // Owner

    function updateDelegation(Delegation[] calldata entries) external onlyOwner {
        for (uint256 i; i < entries.length; i++) {
            VaultStorage.setDelegation(entries[i].delegated, entries[i].selector, entries[i].isDelegated);
        }
    }

    function revokeAllDelegations(address delegated) external onlyOwner {
        bytes4[] memory selectors = VaultStorage.delegations().selectorsOf[delegated];
        for (uint256 i; i < selectors.length; i++) {
            VaultStorage.setDelegation(delegated, selectors[i], false);
        }
    }

    function revokeAllDelegationsForSelector(bytes4 selector) external onlyOwner {
        address[] memory delegated = VaultStorage.delegations().addressesOf[selector];
        for (uint256 i; i < delegated.length; i++) {
            VaultStorage.setDelegation(delegated[i], selector, false);
        }
    }

    function setOwner(address newOwner) external onlyOwner {
        if (newOwner == address(0)) revert PoolNullOwnerInput();
        VaultStorage.pool().owner = newOwner;
        emit NewOwner(msg.sender, newOwner);
    }

    function setKycProvider(address kycProvider) external onlyOwner {
        VaultStorage.params().kycProvider = kycProvider;
        emit KycProviderSet(address(this), kycProvider);
    }

    function setTransactionFee(uint16 transactionFee) external onlyOwner {
        if (transactionFee > 100) revert PoolFeeInvalid(100);
        VaultStorage.params().transactionFee = transactionFee;
        emit NewFee(address(this), msg.sender, transactionFee);
    }

    function changeSpread(uint16 newSpread) external onlyOwner {
        if (newSpread == 0 || newSpread > 500) revert PoolSpreadInvalid(500);
        VaultStorage.params().spread = newSpread;
        emit SpreadChanged(address(this), newSpread);
    }

    function changeMinPeriod(uint48 minPeriod) external onlyOwner {
        if (minPeriod < 1 days || minPeriod > 30 days) revert PoolLockupPeriodInvalid(1 days, 30 days);
        VaultStorage.params().minPeriod = minPeriod;
        emit MinimumPeriodChanged(address(this), minPeriod);
    }

    function changeFeeCollector(address feeCollector) external onlyOwner {
        VaultStorage.params().feeCollector = feeCollector;
        emit NewCollector(address(this), msg.sender, feeCollector);
    }

    function purgeInactiveTokensAndApps() external onlyOwner {
        address[] memory active = VaultStorage.activeTokens().list;
        for (uint256 i; i < active.length; i++) {
            if (_balanceOf(active[i]) <= 1) VaultStorage.deactivate(active[i]);
        }
    }

    // Helpers

    /// The value sent with a native mint is already in the balance, but not yet anybody's share.
    function _updateBeforeMint() private returns (uint256 price) {
        if (msg.value == 0 || VaultStorage.tokens().totalSupply == 0) return updateUnitaryValue().unitaryValue;
        uint256 stored = getPoolTokens().unitaryValue;
        price = _perUnit(_mergedValue() - int256(msg.value));
        if (price == 0) price = 1;
        if (price != stored) {
            VaultStorage.tokens().unitaryValue = price;
            emit NewNav(msg.sender, address(this), price);
        }
    }

    /// What an update adds up: a token's balance and its share of positions are converted as one amount, so the two
    /// readings may differ by one unit, as on chain.
    function _mergedValue() private view returns (int256 total) {
        PositionValue.Balance[] memory apps = _appBalances();
        total = _heldValue(apps);
        for (uint256 i; i < apps.length; i++) {
            total += _convertToBase(apps[i].token, apps[i].amount);
        }
    }

    /// Base and active tokens; what `apps` holds of them is added and set to zero there.
    function _heldValue(PositionValue.Balance[] memory apps) private view returns (int256 total) {
        address base = VaultStorage.pool().baseToken;
        total = _convertToBase(base, _heldOf(base, apps));
        address[] memory active = VaultStorage.activeTokens().list;
        for (uint256 i; i < active.length; i++) {
            total += _convertToBase(active[i], _heldOf(active[i], apps));
        }
    }

    function _heldOf(address token, PositionValue.Balance[] memory apps) private view returns (int256 amount) {
        amount = int256(_balanceOf(token));
        for (uint256 i; i < apps.length; i++) {
            if (apps[i].token != token) continue;
            amount += apps[i].amount;
            apps[i].amount = 0;
        }
    }

    function _perUnit(int256 total) private view returns (uint256) {
        return total <= 0 ? 0 : uint256(total) * _par() / VaultStorage.tokens().totalSupply;
    }

    function _par() private view returns (uint256) {
        return 10 ** VaultStorage.pool().decimals;
    }

    function _balanceOf(address token) private view returns (uint256) {
        return token == address(0) ? address(this).balance : IToken(token).balanceOf(address(this));
    }

    function _convertToBase(address token, int256 amount) private view returns (int256) {
        return PriceFeed.convert(ORACLE, wrappedNative, token, amount, VaultStorage.pool().baseToken);
    }

    function _appBalances() private view returns (PositionValue.Balance[] memory) {
        PositionValue.Balance memory staked =
            PositionValue.Balance(GRG, int256(IStaking(STAKING).getTotalStake(address(this))));
        return PositionValue.balances(POSITION_MANAGER, ORACLE, wrappedNative, VaultStorage.positions().list, staked);
    }

    function _pull(address token, uint256 amount) private {
        (bool ok, bytes memory answer) =
            token.call(abi.encodeCall(IToken.transferFrom, (msg.sender, address(this), amount)));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert PoolTransferFailed();
    }

    function _push(address token, address to, uint256 amount) private {
        if (amount == 0) return;
        bool ok;
        bytes memory answer;
        if (token == address(0)) (ok,) = to.call{value: amount}("");
        else (ok, answer) = token.call(abi.encodeCall(IToken.transfer, (to, amount)));
        if (!ok || (answer.length != 0 && !abi.decode(answer, (bool)))) revert PoolTransferFailed();
    }
}
