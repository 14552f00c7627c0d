import { readCallList } from '#core/calls/read-call.ts';
import { pick, pickList, pickObject } from '#core/base/json/pick.ts';
import { recordAdapter } from './record-adapter.ts';

/** Expected trajectories of Amazon Bedrock AgentCore: the tools' names for each session. */
export const agentcore = recordAdapter({
  id: 'agentcore',
  title: 'AgentCore ground truth',
  isRecord: (value) => truthOf(value) !== undefined,
  uses: ['sessionId', 'groundTruth'],
  readRecord: (record, out) => {
    const names = pickList(truthOf(record), 'toolNames') ?? [];
    out.row({
      id: pick(record, 'sessionId'),
      reference_trajectory: out.maybeTrajectory(
        readCallList(names, out, 'expectedTrajectory.toolNames'),
        'reference',
      ),
    });
  },
});

function truthOf(record: Parameters<typeof pickObject>[0]) {
  const truth = pickObject(pickObject(record, 'groundTruth'), 'inline');
  return pickObject(truth ?? pickObject(record, 'groundTruth'), 'expectedTrajectory');
}
