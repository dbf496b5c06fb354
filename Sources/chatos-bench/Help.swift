/// What the program says of itself.
enum Help {
    static let text = """
        Measures WebSocket servers, one scenario at a time.

        Usage: chatos-bench SCENARIO [OPTIONS]

        With a server, which it starts itself on processor 0 and stops; the load runs on processor 1:
          echo        --size 125 --connections 32 --depth 16 | --rate N, --path /echo, --binary, --check
          broadcast   --size 125 --receivers 1000 --window 16 | --rate N, --path /publish/bench, --check;
                      --room: through a room of a hub; --logged: with ops that the log takes;
                      --deflate: compressed, and inflated by one receiver in --inflate-every 50
          handshake   --connections 64 --path /echo
          idle        --connections 10000 --path /echo --hold 2; --room: as members, of --rooms N
        With a hub:
          ops         --rate 20000 --clients 64 --rooms 16 --size 200; --search: for the highest rate at
                      which 99 of 100 acknowledgements come within 100 ms
          join        --ops 1000,100000 --tools 200 --size 200 --joins 50
          stalled     --size 4096 --receivers 1000 --rate 50 --stalled 1: members that read nothing
          rooms       --rooms 1000 --rounds 5 --members 2: opened and left, over and over;
                      --quiet: so that nothing is logged
        In this process:
          log         --groups 1,64,256,1024 --rooms 1 --size 200 --seconds 1 --relaxed
          history     --ops 100000 --tools 200 --size 200 --seeks 500
          frames      --sizes 2,125,1000,16384,262144 --repeats 15 --binary
          docs        --keys 100000 --seed 1 | --trace FILE, --pairs 3; --peer NAME=COMMAND: another
                      implementation, whose command has {trace} and {result}

        A server to measure, on the code that serves rooms:
          serve       --listen 127.0.0.1:9001; /echo gives back, /publish/TOPIC gives to all there

        Servers, measured in turns, the first against each of the others:
          --server NAME=COMMAND         COMMAND has {port} for its port, and perhaps {data} for a folder
          --topic-server NAME=COMMAND   in broadcast with --room: one that has /publish/TOPIC and no rooms
          --raw-server NAME=COMMAND     in echo: one that gives bytes back, without WebSocket
          --tls FILE                    each --server speaks TLS, and shows the certificate in FILE
          --unpinned                    in broadcast and ops: no processor is kept for anybody
          --pairs 1                     how often each is started and measured
          --warm-up 0.3 --seconds 1 --count N   how long; the measured part ends by time or by messages
          --json FILE                   the same and more, for programs

        Costs are what the kernel says the server's threads have run. Latency counts from when a message
        was due. The interval is that of the median of the pairs' ratios; 6 pairs are the least for 95 %.

        """
}
