import { agent, formatRejection, type LocalizedText, localize } from '@gantry/core';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Usage } from '../../platform/engine/delete.ts';
import type { Rule } from '../../platform/engine/record-actions/guarded-writes.ts';
import type { RowOf, Tx } from '../../platform/store/database.ts';

/** As many as one search takes. */
const most = 10;

const list = z.array(z.strictObject({ knowledgeId: z.int().check(z.gte(1)) })).check(z.maxLength(most));

const words = {
  list: {
    zh: '每项须选一个知识库，不重复，最多 10 个',
    en: 'Select up to 10 different knowledge bases',
  },
  foreign: {
    zh: '不是平台的、公开的或作者自己的知识库：',
    en: 'Not a platform, public, or author-owned knowledge base: ',
  },
} as const satisfies Record<string, LocalizedText>;

/** The ids in a list of knowledge bases, empty for an empty list. Returns null when the value is not such a list. */
function getBaseIdsIn(value: unknown): readonly number[] | null {
  const read = list.safeParse(value ?? []);
  if (!read.success) return null;
  const ids = read.data.map(({ knowledgeId }) => knowledgeId);
  return new Set(ids).size === ids.length ? ids : null;
}

/** Why the value is not a list of knowledge bases for an agent; null when it is valid. Does not check that the bases exist. */
export function validateBases(value: unknown): LocalizedText | null {
  return getBaseIdsIn(value) === null ? words.list : null;
}

const isOpenTo = (base: Pick<RowOf<'knowledge_bases'>, 'owner_id' | 'visibility'>, ownerId: unknown) =>
  base.owner_id === null || base.visibility === 'public' || base.owner_id === Number(ownerId ?? 0);

/**
 * An agent may only name knowledge bases that exist and that its users may read. The bases are locked, so that none is deleted
 * meanwhile.
 */
export const checkAgent: Rule = async ({ tx, dialect, values, caller }) => {
  const ids = getBaseIdsIn(values.knowledgeBases) ?? [];
  if (ids.length === 0) return null;
  const named = tx
    .selectFrom('knowledge_bases')
    .select(['id', 'name', 'owner_id', 'visibility'])
    .where('id', 'in', [...ids])
    .orderBy('id');
  const bases = await (dialect.kind === 'postgres' ? named.forShare() : named).execute();
  const { label } = agent.fields.knowledgeBases;
  if (bases.length < ids.length)
    return { knowledgeBases: [formatRejection('reference', localize(label, caller.locale), caller.t)] };
  const foreign = bases.find((base) => !isOpenTo(base, values.ownerId));
  return foreign ? { knowledgeBases: [localize(words.foreign, caller.locale) + foreign.name] } : null;
};

/** Counts the agents that use a knowledge base, in the draft or in the published version. */
export async function listAgentsWithBase(tx: Tx, knowledgeId: number): Promise<Usage[]> {
  // Quotes inside a text are escaped in JSON, so this pattern matches only in lists of bases.
  const item = `%${JSON.stringify({ knowledgeId })}%`;
  const { count } = await tx
    .selectFrom('agents')
    .leftJoin('agent_versions', (join) =>
      join
        .onRef('agent_versions.owner_id', '=', 'agents.id')
        .onRef('agent_versions.no', '=', 'agents.published_version'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .where(sql<boolean>`(agents.knowledge_bases like ${item} or agent_versions.content like ${item})`)
    .executeTakeFirstOrThrow();
  return Number(count) > 0 ? [{ resource: agent.name, field: 'knowledgeBases', count: Number(count) }] : [];
}
