import type { Reader } from '../../../platform/store/database.ts';

export interface OpenRuns {
  /** `running` when one of them is under way. */
  readonly state: 'queued' | 'running';
  readonly runs: readonly number[];
}

/** The tests of a base that wait or are under way; null when there are none. */
export async function openRuns(read: Reader, knowledgeId: number): Promise<OpenRuns | null> {
  const rows = await read
    .selectFrom('recall_runs')
    .select(['id', 'status'])
    .where('knowledge_id', '=', knowledgeId)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('id')
    .execute();
  if (rows.length === 0) return null;
  const isRunning = rows.some(({ status }) => status === 'running');
  return { state: isRunning ? 'running' : 'queued', runs: rows.map(({ id }) => Number(id)) };
}
