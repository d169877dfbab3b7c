import { ApiError, user } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../../platform/service-api/service-context.ts';
import { changeRecord } from '../../../platform/store/records.ts';
import { assertMayReach, readRegisterTerms } from '../../rewards/index.ts';
import { createCodeError, rejectCodes } from '../codes/verification-codes.ts';
import { reportTakenUser } from '../insert-user.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Another address or number for a person; each is proven by its code where the settings want that. */
export function bindHandlers({ database, settings, keyring }: ServiceDeps): ServiceHandlers<'userBind'> {
  return {
    async userBind({ userId, email = null, phone = null, emailCode = null, phoneCode = null }, { caller, write }) {
      const terms = await readRegisterTerms(settings);
      assertMayReach(terms, { email, phone }, caller.locale);
      const ended = await write(async (scope) => {
        const { tx, dialect, at } = scope;
        const query = tx.selectFrom('users').selectAll().where('id', '=', userId);
        const found = await (dialect.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
        if (!found) throw new ApiError('notFound', { data: { userId } });
        if (found.status === 'deleted') throw new ApiError('stateConflict', { data: { state: 'deleted' } });
        const contacts = { email, emailCode, phone, phoneCode };
        const rejection = await rejectCodes(scope, contacts, 'bind', terms, keyring);
        if (rejection) return { rejection };
        const cells = { ...(email === null ? {} : { email }), ...(phone === null ? {} : { phone }) };
        const row = await reportTakenUser(database, caller, () =>
          changeRecord(tx, dialect, user, found, cells, { by: null, at }),
        );
        return { userId, email: textOf(row.email), phone: textOf(row.phone) };
      }, 'part');
      if ('rejection' in ended) throw createCodeError(ended.rejection, caller.locale);
      return ended;
    },
  };
}
