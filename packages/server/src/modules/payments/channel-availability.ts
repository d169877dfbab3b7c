import type { LocalizedText } from '@gantry/core';
import { SealBroken } from '../../platform/secrets/envelope.ts';
import type { PaymentAdapter } from './payment-adapter.ts';

/** Why a channel with a sealed key of another master key, or a damaged one, cannot be used: only a new one helps. */
export const keyLocked: LocalizedText = {
  zh: '支付渠道的密钥无法打开，请在系统设置中重新填写',
  en: 'The key for this channel cannot be decrypted. Enter it again in System settings.',
};

/** Null when a channel can be used now, else why not: also when what it is sealed with cannot be opened. */
export async function listMemberships(adapter: Pick<PaymentAdapter, 'status'>): Promise<LocalizedText | null> {
  try {
    return await adapter.status();
  } catch (error) {
    if (error instanceof SealBroken) return keyLocked;
    throw error;
  }
}
