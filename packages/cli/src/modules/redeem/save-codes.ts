import { createListState, redeemCode } from '@gantry/core';
import type { Tui } from '../../tui/parts/tui-context.ts';
import { exportList } from '../../tui/resource/export-flow.tsx';

/** Hands over the codes of a batch that was made a moment ago: into a file of the batch's name, unless that is left. */
export async function saveCodes(batch: Readonly<Record<string, unknown>>, tui: Tui): Promise<void> {
  const state = { ...createListState(), filters: { batchId: [Number(batch.id)] } };
  await exportList(redeemCode, state, tui, String(batch.no ?? batch.id));
}
