/// The checksums of the released steps. They never change.
package enum ReleasedChecksums {
  /// The upgrade to v1; then, for each later version, the upgrade to it and the downgrade from it.
  package static let all = [
    "9326768a68da05d9ab4b1fb807b1279fa36fa1fe2c57afa8eb711ed1cffa240f",
    "29ce56ef280b696551089d28bffbf3c9b3019d0b0d958808b74873d74c859e82",
    "fbb312dbea7b44c585c4d6cfa252864552c6770ce42251ff3bd80af9e9ecb71a",
    "626b5ac184b0ecc4c9b0228e8b3d3d927aeaa67297f239e776629711852c8461",
    "85ca11f5ffd073f058bc2088ecd1ce0fef15d664fa926dc32f7333b44f19f94c",
    "723c19ffa3a481a93dbf56bfbf847865128cd1f1794ce69390b4976dc6c48d93",
    "d6d546fdd37b47f93ae0bfc07534f398c996b86086458d6c5058cbe041fa470b",
    "8c7dbd3b1154544b31f05fa6262f925b576ba2c015a4c40ee177cd985a2877ee",
    "7842a70b28aec9cb592031da21e30924f45fee4cc07c412ceb7bd559ee7c6a17",
    "97a53281c3e35fce9502e43f562b90e1768f2665af18a1f8e72061df86a8d6f4",
    "c0580c45b297b6e13fe23f4c4cb60a13ede26131bbea7d94c089ffea88000bac",
  ]
}
