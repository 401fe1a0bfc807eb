import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../platform/database.ts'

/** A node of a plan from EXPLAIN (ANALYZE, FORMAT JSON); rows are per loop. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Runs a statement and returns all nodes of its plan, the last step first. */
export async function planOf(executor: Executor, statement: RawBuilder<unknown>): Promise<PlanNode[]> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    EXPLAIN (ANALYZE, FORMAT JSON) ${statement}
  `.execute(executor)
  return nodesOf(rows[0]!['QUERY PLAN'][0].Plan)
}
