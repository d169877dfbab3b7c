import { Fault, say } from '@gantry/core';
import { mayGoUnsealed, outboundPolicy } from '../outbound/index.ts';
import type { SettingsGuard } from '../settings/settings-needs.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';

const unsealed = {
  zh: '须为 https；http 只能用于“系统设置 · 外部访问 · 允许的内网主机”里写明的主机',
  en: 'It has to be https; http goes only to hosts that are named under system settings, outbound calls, private hosts',
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
