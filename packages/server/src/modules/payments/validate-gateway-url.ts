import { ApiError, localize } from '@gantry/core';
import { createOutboundPolicy, isPlainHttpAllowed } from '../../platform/outbound/index.ts';
import type { SettingsGuard } from '../../platform/settings/settings-needs.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';

const unsealed = {
  zh: '须为 https；http 只能用于“系统设置 · 外部访问 · 允许的内网主机”里写明的主机',
  en: 'The URL must use HTTPS. HTTP is allowed only for hosts listed in System settings > Outbound requests > Private hosts.',
} as const;

/** A gateway that could not be called is refused when it is saved, not when the first order is paid. */
export function guardGateway(settings: SettingsReader): SettingsGuard {
  const policy = createOutboundPolicy(settings);
  return async (_tx, { caller, before, after }) => {
    const address = after.gatewayUrl;
    if (typeof address !== 'string' || address === before.gatewayUrl || isPlainHttpAllowed(address, await policy()))
      return;
    throw new ApiError('invalid', { errors: { gatewayUrl: [localize(unsealed, caller.locale)] } });
  };
}
