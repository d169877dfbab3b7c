import type { SettingsReader } from '../../platform/settings/settings-reader.ts';

/** What the pool does when a key fails. Times in ms. */
export interface KeyRules {
  readonly disableOn: readonly string[];
  readonly coolOn: readonly string[];
  readonly coolFirst: number;
  readonly coolMax: number;
  readonly probeEvery: number;
  readonly notify: boolean;
}

/** How probes and tests are made. */
export interface ProbeRules {
  readonly enabled: boolean;
  readonly timeoutMs: number;
}

const second = 1000;

export async function readKeyRules(settings: SettingsReader): Promise<KeyRules> {
  const { disableOn, coolOn, coolFirstSeconds, coolMaxSeconds, notify } = await settings.read('keyPool', 'rules');
  const { intervalSeconds } = await settings.read('keyPool', 'probe');
  return {
    disableOn: disableOn ?? [],
    coolOn: coolOn ?? [],
    coolFirst: coolFirstSeconds * second,
    coolMax: Math.max(coolFirstSeconds, coolMaxSeconds) * second,
    probeEvery: intervalSeconds * second,
    notify,
  };
}

export async function readProbeRules(settings: SettingsReader): Promise<ProbeRules> {
  const { enabled, timeoutSeconds } = await settings.read('keyPool', 'probe');
  return { enabled, timeoutMs: timeoutSeconds * second };
}

export async function readLeaseMs(settings: SettingsReader): Promise<number> {
  return (await settings.read('keyPool', 'lease')).leaseSeconds * second;
}
