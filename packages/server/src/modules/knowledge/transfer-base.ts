import { ApiError, localize } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import type { KnowDeps } from './add-documents.ts';
import { writeRow } from './write-row.ts';

const words = {
  user: { zh: '没有这个用户', en: 'User not found.' },
  same: { zh: '已归这个所有者', en: 'The knowledge base already belongs to this user.' },
  name: { zh: '新所有者已有同名知识库', en: 'This user already has a knowledge base with this name.' },
  full: { zh: '新所有者的知识库数已到上限', en: 'This user has reached the knowledge base limit.' },
} as const;

const rejection = (key: keyof typeof words, { caller }: OperationCall<'knowledge_bases'>) =>
  new ApiError('invalid', { errors: { ownerId: [localize(words[key], caller.locale)] } });

/** Transfers a base to another user, or to the platform, under the same rules as a new one. */
export function transferBase({ settings }: KnowDeps): Operation<'knowledge_bases'> {
  return {
    undo: { fields: ['ownerId'] },
    prepare: async () => (await settings.read('know', 'limits')).basesPerUser,
    async run(call, prepared) {
      const { tx, services, input } = call;
      const row = call.row;
      const ownerId = typeof input.ownerId === 'number' ? input.ownerId : null;
      if (ownerId === row.owner_id) throw rejection('same', call);
      await services.database.dialect.lock(tx, `bases of ${ownerId}`);
      const theirs = tx.selectFrom('knowledge_bases').select('name');
      const own = await theirs.where('owner_id', ownerId === null ? 'is' : '=', ownerId).execute();
      if (own.some(({ name }) => name === row.name)) throw rejection('name', call);
      if (ownerId !== null) {
        const user = await tx.selectFrom('users').select('id').where('id', '=', ownerId).executeTakeFirst();
        if (!user) throw rejection('user', call);
        if (own.length >= Number(prepared)) throw rejection('full', call);
      }
      return writeRow(call, row, { owner_id: ownerId });
    },
  };
}
