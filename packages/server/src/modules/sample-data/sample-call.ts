/** A caller of the playground. It knows two people, and their tokens are no secret. */
export interface SampleCaller {
  /** `admin`, `user`, or null for somebody who has not signed in. */
  readonly role: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
  readonly now: number;
}

export interface SampleAnswer {
  readonly data: unknown;
  readonly status: 'ok' | 'fail';
  readonly msg: string;
  readonly code: number;
}

export type SampleCall = (caller: SampleCaller) => SampleAnswer;

export function createSampleAnswer(data: unknown): SampleAnswer {
  return { data, status: 'ok', msg: '请求成功', code: 20000 };
}

export function fail(msg: string, code = 50000): SampleAnswer {
  return { data: null, status: 'fail', msg, code };
}

/** A call for those who have signed in. */
export function requireSignIn(call: (caller: SampleCaller, role: string) => SampleAnswer): SampleCall {
  return (caller) => (caller.role === null ? fail('未登录', 50008) : call(caller, caller.role));
}
