import type { Tx } from '../../platform/store/database.ts';

/** Who had brought a buyer, and from where they are, at one moment. */
export interface OrderOrigin {
  /** The distributor who invited them; null when nobody did, or the inviter is none. */
  readonly distributorId: number | null;
  /** Six digits of GB/T 2260; null when they named none. */
  readonly regionCode: string | null;
}

export async function findOrderOrigin({ tx }: { readonly tx: Tx }, userId: number): Promise<OrderOrigin> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('distributors as d', (join) =>
      join.onRef('d.user_id', '=', 'u.inviter_id').on('d.status', 'in', ['active', 'frozen']),
    )
    .select(['u.region_code as region', 'd.id as distributor'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    distributorId: row.distributor === null ? null : Number(row.distributor),
    regionCode: row.region === null ? null : String(row.region),
  };
}
