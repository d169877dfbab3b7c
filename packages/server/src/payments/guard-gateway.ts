import { Fault, say } from '@gantry/core';
import { mayGoUnsealed, outboundPolicy } from '../outbound/index.ts';
import type { SettingsGuard } from '../settings/settings-needs.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';

const unsealed = {
  zh: '外呼只走 https；http 只能用于“系统设置 · 外呼 · 允许的内网地址”里写明的主机',
  en: 'Calls go by https alone; http only to hosts that are named under system settings, outgoing calls, private hosts',
} as const;

/** A gateway that could not be called is refused when it is saved, not when the first order is paid. */
export function guardGateway(settings: SettingsReader): SettingsGuard {
  const policy = outboundPolicy(settings);
  return async (_tx, { caller, before, after }) => {
    const address = after.gatewayUrl;
    if (typeof address !== 'string' || address === before.gatewayUrl || mayGoUnsealed(address, await policy())) return;
    throw new Fault('invalid', { errors: { gatewayUrl: [say(unsealed, caller.locale)] } });
  };
}
