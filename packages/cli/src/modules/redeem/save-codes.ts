import { createListState, redeemCode } from '@gantry/core';
import type { Tui } from '../../tui/parts/tui-context.ts';
import { exportList } from '../../tui/resource/export-flow.tsx';

/** Offers to save the codes of a new batch to a file named after it. */
export async function saveCodes(batch: Readonly<Record<string, unknown>>, tui: Tui): Promise<void> {
  const state = { ...createListState(), filters: { batchId: [Number(batch.id)] } };
  await exportList(redeemCode, state, tui, String(batch.no ?? batch.id));
}
