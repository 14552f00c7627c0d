import { readCallList } from '#core/calls/read-call.ts';
import { pick, pickList, pickObject } from '#core/json/pick.ts';
import { recordAdapter } from '../record-adapter.ts';

/** Expected trajectories of Amazon Bedrock AgentCore: the tools' names for each session. */
export const agentcore = recordAdapter({
  id: 'agentcore',
  title: 'AgentCore ground truth',
  isRecord: (value) => truthOf(value) !== undefined,
  uses: ['sessionId', 'groundTruth'],
  readRecord: (record, reading) => {
    const names = pickList(truthOf(record), 'toolNames') ?? [];
    reading.row({
      id: pick(record, 'sessionId'),
      reference_trajectory: reading.trajectory(
        readCallList(names, reading, 'expectedTrajectory.toolNames'),
        'reference',
      ),
    });
  },
});

function truthOf(record: Parameters<typeof pickObject>[0]) {
  const truth = pickObject(pickObject(record, 'groundTruth'), 'inline');
  return pickObject(truth ?? pickObject(record, 'groundTruth'), 'expectedTrajectory');
}
