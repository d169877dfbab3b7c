import type { Services } from '../context.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { manualAdapter } from './manual-adapter.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';
import { createSandboxAdapter } from './sandbox-adapter.ts';

/** Every gateway, by its channel. A new one is a line here, and an option of `payChannels`. */
export function createAdapters(needs: Services & { readonly settings: SettingsReader }): PaymentAdapters {
  const adapters: readonly PaymentAdapter[] = [manualAdapter, createSandboxAdapter(needs)];
  return new Map(adapters.map((adapter) => [adapter.channel, adapter]));
}
