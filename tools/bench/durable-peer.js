'use strict';
// Makes boardgame.io as durable as the companion: a move is on disk before any phone is told of it. Loaded before the
// harness's server (`node -r`), in which FlatFile only hands its files to the system, after it has told the phones.
const fs = require('fs');
const bgio = require(require.resolve('boardgame.io/server', { paths: [process.env.HARNESS] }));

const { writeFile } = fs;
fs.writeFile = (file, data, encoding, done) => writeFile(file, data, { encoding, flush: true }, done);

const { FlatFile, Server, SocketIO } = bgio;
const untold = new Map(); // by match, what its phones are told once the state is stored

bgio.FlatFile = class extends FlatFile {
  async setState(match, ...state) {
    const tell = untold.get(match);
    untold.delete(match);
    await super.setState(match, ...state);
    if (tell) tell();
  }
};

class LatePubSub {
  constructor() {
    this.channels = new Map();
  }

  subscribe(channel, listener) {
    this.channels.set(channel, [...(this.channels.get(channel) || []), listener]);
  }

  unsubscribeAll(channel) {
    this.channels.delete(channel);
  }

  publish(channel, payload) {
    const tell = () => (this.channels.get(channel) || []).forEach((listener) => listener(payload));
    if (payload.type === 'update') untold.set(payload.args[0], tell);
    else tell();
  }
}

bgio.Server = (options) => Server({ ...options, transport: new SocketIO({ pubSub: new LatePubSub() }) });
