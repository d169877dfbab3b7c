import type { Invariant } from './invariant.ts';

/** What was posted for a cause, by its id and asset. */
const posted = (cause: string) => `(select cause_id, asset, user_id, sum(delta) as total from ledger_entries
        where cause = '${cause}' and wallet_id is not null group by cause_id, asset, user_id)`;

const signSide = (asset: string) => `select l.id as id, 'sign-in ' || l.id || ' ${asset}' as detail from sign_logs l
      left join ${posted('sign')} g on g.cause_id = cast(l.id as text) and g.asset = '${asset}'
      left join ${posted('reversal')} r on r.cause_id = 'sign:' || l.id and r.asset = '${asset}'
      where l.${asset} <> coalesce(g.total, 0) or (g.user_id is not null and g.user_id <> l.user_id)
        or coalesce(r.total, 0) <> case when l.status = 'revoked' then l.short_${asset} - l.${asset} else 0 end`;

const inviteSide = (side: string) => `select i.id as id, 'invite ' || i.id || ' ${side}' as detail from invite_records i
      left join ${posted('invite')} g
        on g.cause_id = cast(i.id as text) and g.asset = i.asset and g.user_id = i.${side}_id
      left join ${posted('reversal')} r
        on r.cause_id = 'invite:' || i.id and r.asset = i.asset and r.user_id = i.${side}_id
      where coalesce(g.total, 0) <> case when i.status in ('granted', 'reversed') then i.${side}_amount else 0 end
        or coalesce(r.total, 0) <> case when i.status = 'reversed' then i.${side}_short - i.${side}_amount else 0 end`;

const giftSide = (
  asset: string,
) => `select r.id as id, 'gift ' || r.id || ' ${asset}' as detail from registration_gifts r
      left join ${posted('gift')} g
        on g.cause_id = 'register:' || r.user_id and g.asset = '${asset}' and g.user_id = r.user_id
      where r.${asset} <> coalesce(g.total, 0)`;

/** What rewards promise: each is given once, and what was reversed nets to what could be taken back. */
export const rewardInvariants: readonly Invariant[] = [
  {
    no: 15,
    words: {
      zh: '每人每天只签到一次，奖励与流水一致，收回后只差未能收回的部分',
      en: 'One check-in per user and day; the reward matches its postings, and a revoked reward nets to what was already spent',
    },
    broken: `${signSide('coin')}
      union all ${signSide('compute')}
      union all select min(id), 'user ' || user_id || ' on ' || sign_date from sign_logs
        group by user_id, sign_date having count(*) > 1
      union all select min(e.id), 'entry ' || e.cause_id from ledger_entries e
        left join sign_logs l on cast(l.id as text) = e.cause_id
        where e.cause = 'sign' and l.id is null group by e.cause_id`,
  },
  {
    no: 17,
    words: {
      zh: '邀请奖励只发一次，与流水一致，收回后只差未能收回的部分',
      en: 'An invite is rewarded once and matches its postings; a reversed reward nets to what was already spent',
    },
    broken: `${inviteSide('inviter')}
      union all ${inviteSide('invitee')}
      union all select min(e.id), 'entry ' || e.cause_id from ledger_entries e
        left join invite_records i on cast(i.id as text) = e.cause_id
        where e.cause = 'invite' and i.id is null group by e.cause_id`,
  },
  {
    no: 18,
    words: { zh: '注册赠送每人一次，与流水一致', en: 'A registration gift is granted once and matches its postings' },
    broken: `${giftSide('coin')}
      union all ${giftSide('compute')}`,
  },
];
