import { ApiError, type LocalizedText, localize } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';

const notChosen: LocalizedText = {
  zh: '没有这样的公告，或它的受众不是“指定用户”',
  en: 'There is no such announcement, or it is not for chosen people',
};

/** Adds somebody to those whom an announcement is for; who is among them already stays so. */
export const sendNotice: Operation = {
  async run({ tx, services, caller, resource, name, row, input }) {
    const [userId, noticeId] = [Number(row?.id), Number(input.noticeId)];
    const notice = await tx.selectFrom('notices').select('audience').where('id', '=', noticeId).executeTakeFirst();
    if (notice?.audience !== 'chosen')
      throw new ApiError('invalid', { errors: { noticeId: [localize(notChosen, caller.locale)] } });
    await tx
      .insertInto('notice_recipients')
      .values({ notice_id: noticeId, user_id: userId, created_at: services.clock() })
      .onConflict((conflict) => conflict.columns(['user_id', 'notice_id']).doNothing())
      .execute();
    const audit = { resource: resource.name, resourceId: userId, action: name, after: { noticeId } };
    return { data: { id: userId, noticeId }, audit };
  },
};
