import { CompiledQuery, type KyselyPlugin, type RawBuilder, sql } from 'kysely'
import type { Executor } from '../platform/database/database.ts'

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

/** Runs what `run` does with an executor and returns all nodes of the plans of its statements. */
export async function plansOf(
  executor: Executor,
  run: (executor: Executor) => Promise<unknown>,
): Promise<PlanNode[]> {
  const statements: CompiledQuery[] = []
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(executor.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await run(executor.withPlugin(recorder))
  const nodes: PlanNode[] = []
  for (const { sql: text, parameters } of statements) {
    const { rows } = await executor.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      CompiledQuery.raw(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]),
    )
    nodes.push(...nodesOf(rows[0]!['QUERY PLAN'][0].Plan))
  }
  return nodes
}
