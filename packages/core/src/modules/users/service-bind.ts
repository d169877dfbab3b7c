import * as z from 'zod/mini';
import { defineServiceCall, emailAddress, maybe, phoneNumber, recordId, sentCode } from '../../client/service-call.ts';

export interface UserBindAnswer {
  readonly userId: number;
  readonly email: string | null;
  readonly phone: string | null;
}

export const serviceBindCalls = {
  /** Changes the email address or phone number of a user, or both. */
  userBind: defineServiceCall<UserBindAnswer>()({
    path: '/user/bind',
    writes: true,
    input: z
      .strictObject(
        {
          userId: recordId,
          email: z.optional(emailAddress),
          emailCode: maybe(sentCode),
          phone: z.optional(phoneNumber),
          phoneCode: maybe(sentCode),
        },
        'type',
      )
      .check(
        z.refine(({ email, phone }) => email !== undefined || phone !== undefined, {
          error: 'required',
          path: ['phone'],
        }),
      ),
  }),
};
