import { ApiError, localize } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { groupKey, readGroups, type SettingsGuard } from '../../platform/settings/settings-store.ts';
import type { Tx } from '../../platform/store/database.ts';

/** Groups of the system settings that hold a channel which takes real money. */
const realChannels = ['alipay', 'wechatPay', 'epay', 'stripe'] as const;

const words = {
  real: {
    zh: '已启用真实支付渠道，不能同时启用沙箱；请先停用真实渠道',
    en: 'The sandbox cannot be enabled while a real payment channel is enabled. Disable the real channels first.',
  },
  sandbox: {
    zh: '沙箱渠道已启用，不能同时启用真实渠道；请先在“支付”中停用沙箱',
    en: 'A real payment channel cannot be enabled while the sandbox is enabled. Disable the sandbox under Payment first.',
  },
} as const;

type Deps = Pick<Services, 'database'>;

/** The enabled switches, read under a lock against other changes. */
async function switchesOn(tx: Tx, { database }: Deps) {
  await database.dialect.lock(tx, 'payment channels');
  const groups = await readGroups(tx, 'system');
  const isOn = (group: string, field: string) => groups.get(groupKey('system', group))?.content[field] === true;
  return { sandbox: isOn('pay', 'sandboxEnabled'), real: realChannels.some((group) => isOn(group, 'enabled')) };
}

/** Rejects the sandbox while a channel takes real money: what it pays would be delivered as if it were money. */
export function guardSandbox(deps: Deps): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (after.sandboxEnabled !== true || before.sandboxEnabled === true) return;
    if (!(await switchesOn(tx, deps)).real) return;
    throw new ApiError('invalid', { errors: { sandboxEnabled: [localize(words.real, caller.locale)] } });
  };
}

/** Rejects a channel of real money while the sandbox is enabled. */
export function guardRealChannel(deps: Deps): SettingsGuard {
  return async (tx, { caller, before, after }) => {
    if (after.enabled !== true || before.enabled === true) return;
    if (!(await switchesOn(tx, deps)).sandbox) return;
    throw new ApiError('invalid', { errors: { enabled: [localize(words.sandbox, caller.locale)] } });
  };
}

/** Whether any channel that takes real money is enabled. */
export async function isRealMoneyTaken(settings: SettingsReader): Promise<boolean> {
  for (const group of realChannels) if ((await settings.read('system', group)).enabled) return true;
  return false;
}
